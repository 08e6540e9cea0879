"""`arkad backup`, run as a person would: test_backup.py ARKAD. Prints TAP."""
import tap
if __name__ == "__main__":
    tap.run()
