"""docs/openapi.json against a running server, and against docs/protocol.md: test_openapi.py ARKAD. Prints TAP."""

import json
import pathlib
import re
import sys
import tempfile
import time
import unittest
import urllib.parse

import tap
from test_server import PASSWORD, Nobody, play
from ws import WAIT, Person, Server

ARKAD = sys.argv[1]
ROOT = pathlib.Path(__file__).resolve().parent.parent
API = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict, "array": list, "null": type(None)}


def resolve(schema):
    while "$ref" in schema:
        node = API
        for part in schema["$ref"].split("/")[1:]:
            node = node[part]
        schema = node
    return schema


def is_type(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def faults(value, schema, where="answer"):
    """What is wrong with a value, by the words of JSON Schema that the file uses; others are refused."""
    schema = resolve(schema)
    unknown = set(schema) - {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "pattern", "minimum", "maximum", "description"}
    if unknown:
        yield f"{where}: the schema says {unknown}"
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_type(value, name) for name in names):
        yield f"{where}: {value!r} is not {names}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where}: {value!r} is not like {schema['pattern']}"
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{where}: {value} is out of range"
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), f"{where}[{index}]")
    if isinstance(value, dict):
        properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        for key in schema.get("required", []):
            if key not in value:
                yield f"{where}: {key} is missing"
        for key, inner in value.items():
            if key in properties:
                yield from faults(inner, properties[key], f"{where}.{key}")
            elif more is False:
                yield f"{where}: {key} is not documented"
            elif isinstance(more, dict):
                yield from faults(inner, more, f"{where}.{key}")


class Walk(unittest.TestCase):
    """Every operation, with its example, by somebody who may do it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = Server(ARKAD, pathlib.Path(cls.folder.name) / "api.db", "--analysis-seconds", "1")
        cls.made = 0
        one, two = cls.person(), cls.person()
        cls.finished = one.ask("POST", "/tables", {"game": "towers"})["code"]
        two.ask("POST", f"/tables/{cls.finished}/sit")
        play([one, two], cls.finished)
        cls.player = one

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    @classmethod
    def person(cls):
        cls.made += 1
        person = Person(cls.server)
        person.name = f"Walker {cls.made}"
        person.ask("POST", "/account", {"name": person.name, "password": PASSWORD})
        return person

    def open_table(self, owner):
        return {"code": owner.ask("POST", "/tables", {"game": "byzanz", "players": 4})["code"]}

    def prepare(self, operation):
        """Who asks, and what is in the path."""
        if operation in ("guest", "login"):  # the account of the example was made on the way
            return Nobody(self.server), {}
        if operation == "account":
            return Person(self.server), {}
        if operation in ("game", "replay", "analysis", "rematch"):
            return self.player, {"code": self.finished}
        me = self.person()
        if operation == "deleteProgram":
            me.ask("POST", "/programs", {"name": "To be deleted"})
        owner = self.person() if operation == "sit" else me
        if operation == "endVacation":
            me.ask("POST", "/vacation", {"days": 1})
        needs_table = operation in ("table", "deleteTable", "sit", "stand", "seat", "start")
        words = {"name": "To be deleted" if operation == "deleteProgram" else me.name, "game": "towers", "seat": "1"}
        return me, {**words, **(self.open_table(owner) if needs_table else {})}

    def walk(self, path, method, operation):
        asker, words = self.prepare(operation["operationId"])
        for parameter in map(resolve, operation.get("parameters", [])):
            if parameter["in"] == "path":
                path = path.replace("{%s}" % parameter["name"], urllib.parse.quote(words[parameter["name"]]))
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content:
            self.assertEqual(list(faults(content["example"], content["schema"], "example")), [])
        status, headers, data = asker.ask_raw(method.upper(), "/api/1" + path, content and content["example"])
        self.judge(operation, status, headers, data)

    def judge(self, operation, status, headers, data):
        self.assertIn(str(status), operation["responses"], f"{operation['operationId']}: {status} {data}")
        contents = operation["responses"][str(status)].get("content")
        if not contents:
            self.assertEqual(data, b"")
            return
        (kind, content), = contents.items()
        self.assertEqual(headers["Content-Type"], kind)
        if kind == "application/json":
            self.assertEqual(list(faults(json.loads(data), content["schema"])), [], operation["operationId"])

    def test_every_operation(self):
        for path, operations in API["paths"].items():
            for method, operation in operations.items():
                self.walk(path, method, operation)

    def test_refusals(self):
        """Nobody may do what needs somebody, and is told so as documented."""
        error = API["components"]["schemas"]["Error"]
        for path, operations in API["paths"].items():
            for method, operation in operations.items():
                path_here = re.sub(r"\{\w+\}", "x", path)
                status, _, data = Nobody(self.server).ask_raw(method.upper(), "/api/1" + path_here)
                if "security" in operation:
                    self.assertNotEqual(status, 401, path)
                else:
                    self.assertEqual(status, 401, path)
                if status >= 400:
                    self.assertEqual(list(faults(json.loads(data), error)), [], path)

    def test_other_forms(self):
        """Tables of others, mine, done; an analysis until it is there; a replay of all."""
        paths = API["paths"]
        for query in ("?mine=1", "?done=1", ""):
            self.judge(paths["/tables"]["get"], *self.player.ask_raw("GET", "/api/1/tables" + query))
        self.judge(paths["/tables/{code}"]["get"], *self.player.ask_raw("GET", f"/api/1/tables/{self.finished}"))
        self.judge(paths["/tables/{code}/replay"]["get"], *self.player.ask_raw("GET", f"/api/1/tables/{self.finished}/replay?seat=all"))
        self.judge(paths["/people/{name}"]["get"], *self.player.ask_raw("GET", f"/api/1/people/{urllib.parse.quote(self.player.name)}"))
        until = time.monotonic() + WAIT
        status = 202
        while status == 202 and time.monotonic() < until:
            answer = self.player.ask_raw("POST", f"/api/1/tables/{self.finished}/analysis")
            status = answer[0]
            self.judge(paths["/tables/{code}/analysis"]["post"], *answer)
            time.sleep(0.02)
        self.assertEqual(status, 200)


class Documents(unittest.TestCase):
    def test_both_documents_name_the_same_requests(self):
        text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
        rows = set()
        for method, path in re.findall(r"^\| `([A-Z]+) (/[^`?]*)(?:\?[^`]*)?` \|", text, re.M):
            for word, name in (("CODE", "{code}"), ("NAME", "{name}"), ("GAME", "{game}"), ("/N", "/{seat}")):
                path = re.sub(word + r"(?=/|$)", name if word != "/N" else "/{seat}", path)
            rows.add((method, path))
        documented = {(method.upper(), path) for path, operations in API["paths"].items() for method in operations}
        self.assertEqual(rows, documented)

    def test_the_validator_finds_faults(self):
        table = {"kind": "sand", "extra": 1}
        self.assertEqual(len(list(faults(table, {"$ref": "#/components/schemas/Clock"}))), 2)
        self.assertEqual(len(list(faults({"rating": "1", "deviation": True}, {"$ref": "#/components/schemas/Rating"}))), 3)


if __name__ == "__main__":
    tap.run()
