"""Matches on many machines, with the schedulers that Debian has: test_cluster.py ARKAD TREE. Prints TAP.

Each plays a match in parts, and joins the match that one machine plays. What is not installed is skipped.
"""

import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

TREE = pathlib.Path(sys.argv.pop()).resolve()
ARKAD = str(pathlib.Path(sys.argv.pop()).resolve())
sys.path.insert(0, str(TREE / "tests"))

import tap  # noqa: E402
import yaml  # noqa: E402

EXAMPLES = TREE / "examples/cluster"
MATCH = {"ARKAD": ARKAD, "GAME": "byzanz", "BOTS": "search:5,random", "GAMES": "24", "SEED": "cluster"}
WHOLE = [ARKAD, "arena", "byzanz", "--players", "4", "--bots", "search:5,random", "--games", "24", "--seed", "cluster"]


def run(*words, check=True, **more):
    env = {**os.environ, **MATCH, **more}
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, env=env, timeout=240)
    if check and done.returncode:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Schedulers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def needs(self, *programs):
        for program in programs:
            if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"):
                self.skipTest(f"there is no {program} here")

    def joined(self):
        return run(ARKAD, "arena", "--join", *self.folder.glob("part-*.json"))

    def test_gnu_parallel(self):
        self.needs("parallel")
        self.assertEqual(run(EXAMPLES / "parallel.sh", 3, self.folder), run(*WHOLE))

    def test_open_mpi(self):
        self.needs("mpirun")
        allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        run("mpirun", "--oversubscribe", "-n", 3, EXAMPLES / "mpi.sh", self.folder, **allowed)
        self.assertEqual(self.joined(), run(*WHOLE))

    def test_kubernetes(self):
        """No cluster: what the manifest says is checked, and its command is run as a pod of an indexed job would."""
        job = yaml.safe_load((EXAMPLES / "kubernetes.yaml").read_text())
        spec, (container,) = job["spec"], job["spec"]["template"]["spec"]["containers"]
        env = {variable["name"]: variable["value"] for variable in container["env"]}
        self.assertEqual((job["apiVersion"], job["kind"], spec["completionMode"]), ("batch/v1", "Job", "Indexed"))
        self.assertEqual(env["PARTS"], str(spec["completions"]))
        self.assertEqual(spec["template"]["spec"]["restartPolicy"], "Never")
        volumes = {volume["name"] for volume in spec["template"]["spec"]["volumes"]}
        self.assertEqual({(mount["name"], mount["mountPath"]) for mount in container["volumeMounts"]}, {(name, env["FOLDER"]) for name in volumes})
        command = [word.replace("/examples/", f"{TREE}/examples/") for word in container["command"]]
        for index in range(3):
            run(*command, JOB_COMPLETION_INDEX=str(index), PARTS="3", FOLDER=str(self.folder))
        self.assertEqual(self.joined(), run(*WHOLE))

    def test_slurm(self):
        self.needs("sbatch", "slurmctld", "slurmd", "munged")
        env = self.start_slurm()
        run("sbatch", "--wait", "--array=1-3", f"--output={self.folder}/job-%a.log", EXAMPLES / "slurm.sh", self.folder, EXAMPLES, **env)
        self.assertEqual(self.joined(), run(*WHOLE))

    def start(self, *words, env=None):
        log = (self.folder / f"{words[0]}.log").open("w")
        process = subprocess.Popen(list(map(str, words)), stdout=log, stderr=log, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", **(env or {})})
        self.addCleanup(process.wait, 20)
        self.addCleanup(process.terminate)
        return process

    def start_slurm(self):
        """A cluster of one node, this machine, with a key of its own."""
        self.folder.chmod(0o755)
        key, munge = self.folder / "munge.key", self.folder / "munge.socket"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        name, user = socket.gethostname().split(".")[0], getpass.getuser()
        (self.folder / "state").mkdir()
        (self.folder / "spool").mkdir()
        conf = self.folder / "slurm.conf"
        conf.write_text(
            f"""ClusterName=arkad
SlurmctldHost={name}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={munge}
CredType=cred/munge
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
NodeName={name} NodeAddr=127.0.0.1 CPUs=2 RealMemory=512 State=UNKNOWN
PartitionName=all Nodes={name} Default=YES MaxTime=INFINITE State=UP
"""
        )
        env = {"SLURM_CONF": str(conf)}
        files = [f"--{what}={self.folder}/munge.{what[:4]}" for what in ("pid-file", "log-file", "seed-file")]
        self.start("munged", "--foreground", "--force", f"--socket={munge}", f"--key-file={key}", *files)
        self.wait_for(munge.exists, "munged")
        self.start("slurmctld", "-D", "-f", conf, env=env)
        self.start("slurmd", "-D", "-f", conf, "-N", name, env=env)
        self.wait_for(lambda: "idle" in run("sinfo", "-h", "-o", "%T", check=False, **env), "slurm")
        return env

    def wait_for(self, is_ready, what):
        for _ in range(600):
            if is_ready():
                return
            time.sleep(0.1)
        logs = "\n".join(f"{log.name}: {log.read_text()[-800:]}" for log in self.folder.glob("*.log"))
        raise AssertionError(f"{what} did not start: {logs}")


class SelfPlay(unittest.TestCase):
    def test_rounds_in_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            net = pathlib.Path(folder, "net")
            run(EXAMPLES / "round.sh", 1, 2, net, GAME="towers")
            run(EXAMPLES / "round.sh", 1, 2, net, GAME="towers")
            run(ARKAD, "train", "towers", "--players", "4", "--seed", "cluster", "--games", "200", "--out", f"{folder}/whole")
            self.assertEqual(net.read_bytes(), pathlib.Path(folder, "whole").read_bytes())
            self.assertFalse(list(pathlib.Path(folder).glob("*.part-*")))


tap.run()
