/**
 * Whether times are measured: `npm run security` does so, on a machine that has nothing else to do. The test command
 * runs the same checks with a generous bound, because a busy machine is slow.
 */
const isMeasured = process.env.SECURITY_MEASURED === '1';

/** The bound that a check has to keep, and how often it is repeated. */
export const measured = <Bound>(strict: Bound, generous: Bound): Bound => (isMeasured ? strict : generous);
