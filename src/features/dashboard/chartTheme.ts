import type { BarSvgProps } from '@nivo/bar';

/** The charts' looks from the tokens: custom properties follow light, dark and print by themselves. */
export const chartTheme: NonNullable<BarSvgProps<Record<string, string | number>>['theme']> = {
  text: { fontFamily: 'var(--font)', fontSize: 13, fill: 'var(--text)' },
  axis: { ticks: { text: { fontSize: 12, fill: 'var(--text)' } } },
  grid: { line: { stroke: 'var(--line)' } },
  tooltip: {
    container: {
      background: 'var(--surface)',
      color: 'var(--text)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius)',
      boxShadow: 'var(--shadow-floating)',
      fontSize: 14,
    },
  },
};
