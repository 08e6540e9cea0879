/* Lighthouse on a phone: nothing is left to mend for accessibility, best practices and search engines. Performance is told,
   not judged: it depends on what else the machine does. */
import { createServer } from "node:net";
import lighthouse from "lighthouse";
import { browser, House, none, run, test } from "./lib.mjs";

const house = await House.open();
const judged = ["accessibility", "best-practices", "seo"];

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

const port = await freePort();
await browser("chromium", [`--remote-debugging-port=${port}`]);

for (const path of ["/", "/rules/towers", "/account", "/pad", "/maps", "/learn/towers"])
  test(`Lighthouse on ${path}`, async () => {
    const { lhr } = await lighthouse(house.url + path, { port, logLevel: "error", maxWaitForLoad: 15_000, onlyCategories: [...judged, "performance"] });
    const { categories, audits } = lhr;
    console.log(`# ${path}: ${Object.entries(categories).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`).join(", ")}`);
    const missed = judged.flatMap((name) => categories[name].auditRefs.filter(({ id, weight }) => weight && audits[id].score !== null && audits[id].score < 1));
    none(missed.map(({ id }) => `${id}: ${audits[id].title} ${JSON.stringify(audits[id].details?.items?.[0] ?? "").slice(0, 200)}`), path);
  });

await run();
