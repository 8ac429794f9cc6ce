import { bundleApp } from './app/bundle';
import { Runner } from './script/run';
import { parseScript } from './script/steps';
const [, , text = '', seed = '1', ignore = ''] = process.argv;
const runner = new Runner(await bundleApp(), new Set(ignore.split(',')) as never);
const ran = await runner.run(parseScript(text), Number(seed));
console.log(ran.at, ran.violation?.message, ran.writes, ran.world.kernel.tasks);
const t0 = 1767600000000;
for (const d of ran.world.devices)
  console.log(
    d.name,
    d.network.sent
      .map(
        (s) =>
          `\n  ${s.at - t0} t${s.tab.place} ${s.method} ${s.path.slice(4, 22)} ${s.key?.slice(0, 4)} ${s.fault} ${s.status} -> ${s.endedAt! - t0}`,
      )
      .join(''),
  );
console.log(
  ran.world.forms.map((f) =>
    [
      f.call,
      f.marks,
      ...f.presses.map((p) => `${p.at - t0} ${p.outcome?.told} ${p.outcome?.status} ${p.toldAt! - p.at}`),
    ].join(' '),
  ),
  ran.world.server.ledger.effects.map((e) => `${e.at - t0} ${e.entity} ${e.before}->${e.after}`),
  ran.world.uncaught,
);
for (const s of ran.world.seats)
  console.log(s.device.name, s.place, s.isAlive, s.tab?.isFrozen, s.firstScreenAt && s.firstScreenAt - t0);
process.exit(0);
