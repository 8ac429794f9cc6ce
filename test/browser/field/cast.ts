import type { Account } from '../startServer';

/** Who and what every proof plays with, by the words on the screen; ids are the business of each server. */

export interface CastMember extends Account {
  name: string;
  roles: ('rep' | 'admin')[];
}

export interface CastStore {
  name: string;
  street: string;
  boxes: { label: string; size: 'S' | 'M' | 'L' | 'XL' }[];
}

export interface CastItem {
  name: string;
  sku: string;
  packaging: 'each' | 'case';
  unitsPerPack: number;
  /** Dollars. */
  price: number;
  pricePerPack: number;
}

const PASSWORD = 'a long enough password';
const member = (name: string, email: string, role: 'rep' | 'admin'): CastMember => ({
  name,
  email,
  password: PASSWORD,
  roles: [role],
});

export const ADA = member('Ada Rep', 'ada@example.com', 'rep');
export const BO = member('Bo Rep', 'bo@example.com', 'rep');
export const CLEO = member('Cleo Admin', 'cleo@example.com', 'admin');

const SIZES = ['S', 'M', 'L', 'XL'] as const;
const boxes = (count: number) => SIZES.slice(0, count).map((size, index) => ({ label: `Box ${index + 1}`, size }));

/** Eleven boxes in three stores. */
export const NORTH: CastStore = { name: 'North Market', street: '1 North St', boxes: boxes(4) };
export const EAST: CastStore = { name: 'East Corner', street: '2 East St', boxes: boxes(4) };
export const SOUTH: CastStore = { name: 'South Plaza', street: '3 South St', boxes: boxes(3) };

export const COLA: CastItem = {
  name: 'Cola',
  sku: 'COLA-1',
  packaging: 'each',
  unitsPerPack: 12,
  price: 1.25,
  pricePerPack: 13.5,
};
export const WATER: CastItem = {
  name: 'Water',
  sku: 'WATER-1',
  packaging: 'case',
  unitsPerPack: 24,
  price: 0.8,
  pricePerPack: 16.99,
};
/** A third of a cent does not divide: a price that shows how money is rounded. */
export const TEA: CastItem = {
  name: 'Iced Tea',
  sku: 'TEA-1',
  packaging: 'case',
  unitsPerPack: 6,
  price: 2.33,
  pricePerPack: 12.35,
};

export const CAST = {
  members: [ADA, BO, CLEO],
  stores: [NORTH, EAST, SOUTH],
  items: [COLA, WATER, TEA],
} as const;
