import { Bar } from '@nivo/bar';
import { CHART_HEIGHT_PX } from '../../domain/constants';
import { ChartFrame } from './ChartFrame';
import { chartTheme } from './chartTheme';

export interface LabelledValue {
  label: string;
  value: number;
}

interface BarsChartProps {
  /** The chart's description, for screen readers. */
  label: string;
  /** Largest first. */
  bars: readonly LabelledValue[];
  /** Formats a number for the end of its bar and the tooltip. */
  format: (value: number) => string;
}

const LABEL_CHARS_MAX = 22;
/** How wide a character of a label and of a value is at most on average, in px, and what stands beside them. */
const LABEL_CHAR_PX = 6.6;
const VALUE_CHAR_PX = 7.8;
const BESIDE_TEXT_PX = 16;

const longestOf = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

function shorten(text: string): string {
  return text.length > LABEL_CHARS_MAX ? `${text.slice(0, LABEL_CHARS_MAX - 1)}…` : text;
}

/** Horizontal bars, the largest on top, each with its number at its end. Not animated. */
export function BarsChart({ label, bars, format }: BarsChartProps) {
  // Two reps or items may have the same name, so bars are identified by position. The first datum is drawn at the
  // bottom.
  const data = bars.map((bar, index) => ({ ...bar, index: String(index) })).reverse();
  const left = longestOf(bars.map((bar) => shorten(bar.label))) * LABEL_CHAR_PX + BESIDE_TEXT_PX;
  const right = longestOf(bars.map(({ value }) => format(value))) * VALUE_CHAR_PX + BESIDE_TEXT_PX;
  const labelAt = (index: string | number) => bars[Number(index)]?.label ?? '';
  return (
    <ChartFrame label={label}>
      {(width) => (
        <Bar
          width={width}
          height={CHART_HEIGHT_PX}
          role="presentation"
          data={data}
          keys={['value']}
          indexBy="index"
          layout="horizontal"
          margin={{ top: 0, right, bottom: 0, left }}
          padding={0.28}
          valueScale={{ type: 'linear', min: 0, nice: false }}
          colors={['var(--accent)']}
          borderRadius={3}
          theme={chartTheme}
          animate={false}
          enableGridX={false}
          enableGridY={false}
          axisBottom={null}
          axisLeft={{ tickSize: 0, tickPadding: 8, format: (index: string) => shorten(labelAt(index)) }}
          label={({ value }) => format(value ?? 0)}
          labelPosition="end"
          labelOffset={8}
          labelTextColor="var(--text)"
          tooltipLabel={({ indexValue }) => labelAt(indexValue)}
          valueFormat={format}
        />
      )}
    </ChartFrame>
  );
}
