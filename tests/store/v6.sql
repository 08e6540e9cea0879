-- The file of version 6, with something of everything. Never changed: what it holds must survive every later version.
PRAGMA application_id = 1098017636;
PRAGMA user_version = 6;

CREATE TABLE accounts ( id INTEGER PRIMARY KEY, owner INTEGER REFERENCES accounts, kind INTEGER NOT NULL, name TEXT NOT NULL, name_key TEXT UNIQUE, password TEXT NOT NULL, email TEXT NOT NULL, lang TEXT NOT NULL, settings TEXT NOT NULL, created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, look_key TEXT) STRICT;
CREATE UNIQUE INDEX accounts_look ON accounts (look_key);
CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;
CREATE TABLE sessions ( hash BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires_ms);
CREATE TABLE tables ( id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, options TEXT NOT NULL, lang TEXT NOT NULL, players INTEGER NOT NULL, state INTEGER NOT NULL, is_public INTEGER NOT NULL, is_rated INTEGER NOT NULL, clock INTEGER NOT NULL, move_ms INTEGER NOT NULL, bank_ms INTEGER NOT NULL, owner INTEGER REFERENCES accounts, rematch_of INTEGER REFERENCES tables, created_ms INTEGER NOT NULL, started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, commitment BLOB NOT NULL, secret BLOB NOT NULL, seed BLOB NOT NULL, result TEXT NOT NULL, map TEXT NOT NULL DEFAULT '', has_promises INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX tables_state ON tables (state, id);
CREATE INDEX tables_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner) WHERE owner IS NOT NULL;
CREATE TABLE seats ( table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, kind INTEGER NOT NULL, account INTEGER REFERENCES accounts, level INTEGER NOT NULL, invite TEXT NOT NULL, bank_ms INTEGER NOT NULL, is_away INTEGER NOT NULL, has_given INTEGER NOT NULL, given BLOB NOT NULL, place INTEGER NOT NULL, score INTEGER NOT NULL, rating_before REAL NOT NULL, rating_after REAL NOT NULL, has_promised INTEGER NOT NULL DEFAULT 0, promised BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000', PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;
CREATE INDEX seats_account ON seats (account, table_id) WHERE account IS NOT NULL;
CREATE TABLE log ( table_id INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL, at_ms INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)) STRICT, WITHOUT ROWID;
CREATE TABLE lines ( table_id INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, channel INTEGER NOT NULL, account INTEGER REFERENCES accounts, at_ms INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)) STRICT, WITHOUT ROWID;
CREATE INDEX lines_account ON lines (account) WHERE account IS NOT NULL;
CREATE TABLE ratings ( account INTEGER NOT NULL REFERENCES accounts, game TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL, changed_ms INTEGER NOT NULL, PRIMARY KEY (account, game)) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, rating);
CREATE TABLE analyses ( table_id INTEGER PRIMARY KEY REFERENCES tables, text TEXT NOT NULL) STRICT;
CREATE TABLE ahead ( table_id INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE vacations ( account INTEGER PRIMARY KEY REFERENCES accounts, until_ms INTEGER NOT NULL, year INTEGER NOT NULL, days INTEGER NOT NULL) STRICT;
CREATE INDEX vacations_until ON vacations (until_ms) WHERE until_ms > 0;

INSERT INTO accounts VALUES
  (1, NULL, 2, 'Őrző Ágnes', 'őrző ágnes', '$argon2id$v=19$agnes', 'agnes@example.org', 'hu', '{"sound":false}', 1700000000001, 1700000000002, 'őrző ágnes'),
  (2, 1, 3, 'Vezír', 'vezír', '', '', 'en', '', 1700000000003, 1700000000004, 'vezír'),
  (3, NULL, 4, '', NULL, '', '', 'en', '', 1700000000005, 1700000000006, NULL),
  (7, NULL, 1, 'guest 7', 'guest 7', '', '', 'en', '', 1700000000007, 1700000000008, 'guest 7');
INSERT INTO sessions VALUES (x'0000000000000000000000000000000000000000000000000000000000000001', 1, 1700000000010, 1700000000011, 1900000000012);
INSERT INTO tables VALUES
  (1, 'k7wq2m', 'byzanz', 'starter=1', 'hu', 3, 3, 1, 1, 1, 60000, 600000, 1, NULL, 1700000000020, 1700000000021, 1700000000022,
   x'00000000000000000000000000000000000000000000000000000000000000c1', x'000000000000000000000000000000000000000000000000000000000000005e', x'000000000000000000000000000000000000000000000000000000000000005d', '{"scores":[9,7,5]}', '', 1),
  (2, 'r3m4tch', 'byzanz', 'starter=1', 'hu', 3, 2, 0, 0, 0, 0, 0, 1, 1, 1700000000030, 1700000000031, 0,
   x'00000000000000000000000000000000000000000000000000000000000000c2', x'000000000000000000000000000000000000000000000000000000000000005f', x'000000000000000000000000000000000000000000000000000000000000005e', '', '', 0),
  (3, 'wh33l', 'maharaja', '', 'en', 2, 2, 1, 0, 0, 0, 0, 1, NULL, 1700000000035, 1700000000036, 0,
   x'00000000000000000000000000000000000000000000000000000000000000c3', x'0000000000000000000000000000000000000000000000000000000000000060', zeroblob(32), '', 'map wheel' || char(10) || 'place 0 500 490 - - Ajmer' || char(10), 0);
INSERT INTO seats VALUES
  (1, 0, 2, 1, 0, '', 1000, 0, 1, x'0000000000000000000000000000000000000000000000000000000000000091', 1, 9, 1500.5, 1512.25, 1, x'0000000000000000000000000000000000000000000000000000000000000092'),
  (1, 1, 2, 3, 0, '', 2000, 1, 0, zeroblob(32), 2, 7, 1400.0, 1390.0, 0, zeroblob(32)),
  (1, 2, 3, NULL, 4, '', 0, 0, 0, zeroblob(32), 3, 5, 0.0, 0.0, 0, zeroblob(32)),
  (2, 0, 2, 1, 0, '', 0, 0, 0, zeroblob(32), 0, 0, 0.0, 0.0, 0, zeroblob(32)),
  (2, 1, 1, NULL, 0, '', 0, 0, 0, zeroblob(32), 0, 0, 0.0, 0.0, 0, zeroblob(32)),
  (2, 2, 4, NULL, 0, 'invited-by-link', 0, 0, 0, zeroblob(32), 0, 0, 0.0, 0.0, 0, zeroblob(32)),
  (3, 0, 2, 1, 0, '', 0, 0, 0, zeroblob(32), 0, 0, 0.0, 0.0, 0, zeroblob(32)),
  (3, 1, 3, NULL, 2, '', 0, 0, 0, zeroblob(32), 0, 0, 0.0, 0.0, 0, zeroblob(32));
INSERT INTO log VALUES
  (1, 1, 1, -1, 1700000000021, ''),
  (1, 2, 2, 0, 1700000000040, 'bid c1'),
  (1, 3, 2, 1, 1700000000041, 'pass');
INSERT INTO lines VALUES
  (1, 1, 1, 1, 1700000000050, 'Sok szerencsét!'),
  (1, 2, 2, 7, 1700000000051, 'watching');
INSERT INTO ratings VALUES (1, 'byzanz', 1512.25, 80.5, 0.06, 12, 1700000000060);
INSERT INTO analyses VALUES (1, '{"chances":[]}');
INSERT INTO ahead VALUES (2, 0, '9' || char(10) || 'bid c1' || char(10) || 'pass');
INSERT INTO vacations VALUES (1, 1900000000070, 2026, 12);
