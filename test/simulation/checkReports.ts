import { must } from './broken';
import type { World } from './world';

/** I6: what the banner says of a pass is what the pass did, and what it left. */
export function checkReports(world: World): void {
  for (const { report, sent, refused, left } of world.passes.take()) {
    const { pushed, remaining, ended } = report;
    must(pushed === sent.size, 'I6', () => `a pass told of ${pushed} sent, and sent ${[...sent].join()}`);
    must(report.refused === refused, 'I6', () => `a pass told of ${report.refused} refused, and ${refused} were`);
    // A disk that can't be read says nothing; what was read before still tells that something is left.
    const isRight = ended === 'storageFailed' ? remaining > 0 || left.includes(0) : left.includes(remaining);
    must(
      isRight || pushed + refused === 0,
      'I6',
      () => `a pass told of ${remaining} left, and there were ${left.join()}`,
    );
  }
}
