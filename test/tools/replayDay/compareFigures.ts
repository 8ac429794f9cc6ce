import { formatMoney } from '../../../src/domain/money';
import type { DayFigures } from './dayOnFile';

/** One figure as the file has it and as the server has it. */
export interface ComparedFigure {
  name: string;
  file: string;
  server: string;
}

const money = (cents: number | undefined) => (cents === undefined ? 'nothing' : formatMoney(cents / 100));

/** Every figure of the day side by side: the sums, the ten items, each store. */
export function compareFigures(file: DayFigures, server: DayFigures): ComparedFigure[] {
  const storeNumbers = [...new Set([...file.centsByStore.keys(), ...server.centsByStore.keys()])].sort();
  const item = (figures: DayFigures, index: number) => {
    const found = figures.topItems[index];
    return found ? `${found.sku} × ${found.quantity}` : 'nothing';
  };
  return [
    { name: 'Visits', file: String(file.visits), server: String(server.visits) },
    { name: 'Lines', file: String(file.lines), server: String(server.lines) },
    { name: 'Total', file: money(file.totalCents), server: money(server.totalCents) },
    ...file.topItems.map((_, index) => ({
      name: `Item ${index + 1} by quantity`,
      file: item(file, index),
      server: item(server, index),
    })),
    ...storeNumbers.map((storeNumber) => ({
      name: `Store ${storeNumber}`,
      file: money(file.centsByStore.get(storeNumber)),
      server: money(server.centsByStore.get(storeNumber)),
    })),
  ];
}

export function isEqual(figure: ComparedFigure): boolean {
  return figure.file === figure.server;
}
