import type { Role } from '../../domain/roles';

/** An account of the demo data. Its password is public: it exists in an embedded, non-production database only. */
export interface SeededAccount {
  name: string;
  email: string;
  password: string;
  roles: Role[];
  /** false: a rep who has left. The account appears in lists and cannot sign in. */
  active: boolean;
}

/** The six people of the demo, in the order in which the server prints them. */
export const DEMO_ACCOUNTS: readonly SeededAccount[] = [
  { name: 'Dana Whitfield', email: 'admin@example.com', password: 'demo-admin', roles: ['admin'], active: true },
  { name: 'Marcus Bell', email: 'rep@example.com', password: 'demo-rep', roles: ['rep'], active: true },
  { name: 'Priya Nair', email: 'priya@example.com', password: 'demo-priya', roles: ['rep'], active: true },
  { name: 'Tomás Herrera', email: 'tomas@example.com', password: 'demo-tomas', roles: ['rep'], active: true },
  { name: 'Grace Okafor', email: 'grace@example.com', password: 'demo-grace', roles: ['rep', 'admin'], active: true },
  { name: 'Owen Larsson', email: 'owen@example.com', password: 'demo-owen', roles: ['rep'], active: false },
];
