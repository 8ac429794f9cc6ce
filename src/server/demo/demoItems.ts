import type { Packaging } from '../../domain/packaging';

/** An item of the demo. Prices are dollars; `null` where it is not sold that way. */
export interface DemoItem {
  name: string;
  sku: string;
  packaging: Packaging;
  unitsPerPack: number;
  price: number | null;
  pricePerPack: number | null;
  active: boolean;
}

type Row = [name: string, unitsPerPack: number, price: number | null, pricePerPack: number | null];

/** Sold by the piece, most of them by the case too. */
const BY_PIECE: readonly Row[] = [
  ['Spring Water 0.5 l', 24, 0.69, 14.4],
  ['Sparkling Water 0.5 l', 24, 0.79, 16.8],
  ['Lemon Iced Tea 0.5 l', 12, 1.35, 14.99],
  ['Peach Iced Tea 0.5 l', 12, 1.35, 14.99],
  ['Cold Brew Coffee', 8, 2.95, 21.5],
  ['Orange Juice 0.33 l', 12, 1.79, 19.2],
  ['Apple Juice 0.33 l', 12, 1.69, 18.0],
  ['Ginger Ale 0.33 l', 24, 0.99, 21.36],
  ['Cola 0.33 l', 24, 0.95, 20.4],
  ['Energy Drink 0.25 l', 24, 1.65, 35.99],
  ['Sea Salt Chips', 20, 1.29, 22.8],
  ['Paprika Chips', 20, 1.29, 22.8],
  ['Pretzel Sticks', 16, 1.09, 15.25],
  ['Roasted Almonds', 12, 2.49, 26.99],
  ['Trail Mix', 12, 2.25, 24.5],
  ['Salted Peanuts', 18, 1.19, 18.72],
  ['Beef Jerky', 10, 4.35, 39.9],
  ['Dark Chocolate Bar', 24, 1.49, 31.92],
  ['Milk Chocolate Bar', 24, 1.39, 29.76],
  ['Oat & Honey Bar', 18, 1.15, 18.36],
  ['Protein Bar', 12, 2.35, 25.8],
  ['Fruit Gummies', 20, 1.25, 22.0],
  ['Peppermints', 24, 0.89, 19.2],
  ['Chewing Gum', 30, 0.99, 26.7],
  ['Banana', 1, 0.35, null],
  ['Apple', 1, 0.49, null],
  ['Blueberry Muffin', 6, 1.95, 10.5],
  ['Butter Croissant', 6, 1.75, 9.6],
  ['Turkey Sandwich', 1, 5.45, null],
  ['Veggie Wrap', 1, 5.15, null],
];

/** Sold by the case only. */
const BY_CASE: readonly Row[] = [
  ['Coffee Beans 1 kg', 6, null, 83.94],
  ['Paper Cups 0.3 l', 50, null, 6.75],
  ['Cup Lids', 100, null, 7.2],
  ['Napkins', 200, null, 4.15],
  ['Sugar Sticks', 500, null, 9.99],
  ['Oat Milk 1 l', 12, null, 27.48],
  ['Whole Milk 1 l', 12, null, 17.88],
  ['Wooden Stirrers', 1000, null, 5.6],
];

/** Inactive, but in old deliveries. */
const RETIRED: readonly Row[] = [
  ['Cherry Soda 0.33 l', 24, 0.95, 20.4],
  ['Coconut Bar', 20, 1.3, 23.0],
];

function demoItems(rows: readonly Row[], prefix: string, packaging: Packaging, active: boolean): DemoItem[] {
  return rows.map(([name, unitsPerPack, price, pricePerPack], index) => ({
    name,
    sku: `${prefix}-${String(index + 1).padStart(3, '0')}`,
    packaging,
    unitsPerPack,
    price,
    pricePerPack,
    active,
  }));
}

/** The forty items of the demo: pieces, packs and two that are no longer active. */
export const DEMO_ITEMS: readonly DemoItem[] = [
  ...demoItems(BY_PIECE, 'FS', 'each', true),
  ...demoItems(BY_CASE, 'FC', 'case', true),
  ...demoItems(RETIRED, 'FX', 'each', false),
];
