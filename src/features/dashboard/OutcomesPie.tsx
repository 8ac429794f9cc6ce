import { Pie } from '@nivo/pie';
import { CHART_HEIGHT_PX } from '../../domain/constants';
import { OUTCOME_COLOURS, type Outcome, outcomeLabel } from '../../domain/outcomes';
import { ChartFrame } from './ChartFrame';
import { chartTheme } from './chartTheme';

/** The share of each outcome, one colour per outcome. Not animated. */
export function OutcomesPie({ slices }: { slices: readonly { outcome: Outcome; count: number }[] }) {
  const data = slices.map(({ outcome, count }) => ({
    id: outcomeLabel(outcome),
    value: count,
    colour: `var(--${OUTCOME_COLOURS[outcome]}-solid)`,
  }));
  return (
    <ChartFrame label="Visit Outcomes: shares of the submitted visits">
      {(width) => (
        <Pie
          width={width}
          height={CHART_HEIGHT_PX}
          role="presentation"
          data={data}
          colors={{ datum: 'data.colour' }}
          margin={{ top: 4, right: 4, bottom: 4, left: 4 }}
          innerRadius={0.5}
          padAngle={1}
          cornerRadius={2}
          theme={chartTheme}
          animate={false}
          enableArcLabels={false}
          enableArcLinkLabels={false}
        />
      )}
    </ChartFrame>
  );
}
