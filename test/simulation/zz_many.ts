import { bundleApp } from './app/bundle';
import { Runner } from './script/run';
import { parseScript } from './script/steps';
const runner = new Runner(await bundleApp(), new Set((process.argv[3] ?? '').split(',')) as never);
const SCRIPTS: Record<string, string> = {
  '1 5xx after commit, reload, Restore':
    'failNext 0 error500After 1; deliverAlone 0.0 1 0; wait 300; kill 0.0; open 0.0; wait 1100; restore 0.0 0; wait 1100',
  '2 the same, changed':
    'failNext 0 error500After 1; deliverAlone 0.0 1 0; wait 300; kill 0.0; open 0.0; wait 1100; restoreChanged 0.0 0; wait 1100',
  '3 same next day':
    'failNext 0 error500After 1; deliverAlone 0.0 1 0; wait 1100; clock 0 86400000; deliverSame 0.0 0; wait 1100',
  '4 repeated PATCH':
    'deliverAlone 0.0 0 0; wait 300; failNext 0 error500After 1; edit 0.0 0; wait 300; adminEdit 0; wait 300; editSame 0.0 0; wait 1100',
  '5 draft offered': 'offline 0; deliverAlone 0.0 0 0; wait 9; kill 0.0; open 0.0; wait 1100',
  '5b': 'offline 0; deliverAlone 0.0 0 0; wait 10; kill 0.0; open 0.0; wait 1100',
  '5c': 'offline 0; deliverAlone 0.0 0 0; wait 12; kill 0.0; online 0; open 0.0; wait 1100',
  '6 invisible': 'offline 0; killAfter 0.0 2; deliverAlone 0.0 0 0; wait 300; open 0.0; wait 1100',
  '6b doubled':
    'offline 0; killAfter 0.0 2; deliverAlone 0.0 0 0; wait 300; open 0.0; wait 900; restore 0.0 0; wait 300; online 0; wait 5000',
  '7 overtaken':
    'deliverAlone 0.0 0 0; wait 300; open 0.1; wait 1100; failNext 0 hangBefore 1; edit 0.0 0; wait 1100; edit 0.1 0; wait 60000',
  '8 price': 'offline 0; deliverAlone 0.0 0 0; wait 300; adminPrice; online 0; wait 5000',
  '9 overwrite':
    'deliverAlone 0.0 0 0; wait 300; openEdit 0.0 0; wait 300; offline 0; save 0.0; wait 300; adminEdit 0; online 0; wait 5000',
  '10 discard': 'failNext 0 lossAfter 1; deliverAlone 0.0 0 0; wait 300; discard 0.0 0; wait 300',
  '12 refused submit shown':
    'start 0.0 0; wait 300; offline 0; deliver 0.0 0 0; deliver 0.0 0 1; wait 300; submit 0.0 0; wait 300; discard 0.0 1; wait 300; online 0; wait 5000',
  '13 newer build': 'newerBuild 0; wait 300; deliverAlone 0.0 0 0; wait 1100',
  '14 full disk': 'disk 0 noRoomAtPut; wait 300; deliverAlone 0.0 0 0; wait 1100',
  '14b': 'disk 0 noRoomAtCommit; wait 300; deliverAlone 0.0 0 0; wait 1100',
  '15 busy':
    'offline 0; deliverAlone 0.0 0 0; deliverAlone 0.0 0 1; deliverAlone 0.0 1 0; deliverAlone 0.0 1 1; deliverAlone 0.0 2 1; wait 300; network 0 busyWrites; online 0; wait 5000; wait 5000; wait 5000',
  '16 flaps':
    'offline 0; deliverAlone 0.0 0 0; deliverAlone 0.0 0 1; wait 300; network 0 busy503; online 0; wait 1100; offline 0; wait 300; online 0; wait 1100; offline 0; wait 300; online 0; wait 1100; wait 5000; wait 5000',
  '17 slow link': 'latency 0 12000; deliverAlone 0.0 0 0; wait 1500000',
  '21 bodies':
    'start 0.0 0; wait 300; offline 0; ' +
    'updateLong 0.0 0; wait 60; '.repeat(14) +
    'disk 0 slowBytes; kill 0.0; open 0.0; wait 30000',
  '18 portal 403': 'network 0 portal403; kill 0.0; open 0.0; wait 5000',
  '19 deactivated': 'offline 0; deliverAlone 0.0 0 0; wait 300; deactivate 0; online 0; wait 5000',
};
const only = process.argv[2];
for (const [name, text] of Object.entries(SCRIPTS)) {
  if (only && !name.startsWith(only)) continue;
  const ran = await runner.run(parseScript(text), 1);
  console.log(ran.violation ? 'FOUND ' : 'quiet ', name, '|', ran.violation?.message ?? '', '@', ran.at);
}
process.exit(0);
