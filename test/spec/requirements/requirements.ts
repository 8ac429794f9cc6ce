import { deviations } from './deviations';
import { section1 } from './section1';
import { section2 } from './section2';
import { section3 } from './section3';
import { section4 } from './section4';
import { section5 } from './section5';
import { section6 } from './section6';
import { section7 } from './section7';
import { section8 } from './section8';
import { section9 } from './section9';

/** One section of the specification: what it asks for, by id, in its own words. */
export interface Section {
  title: string;
  requirements: Readonly<Record<string, string>>;
  /** Sentences that ask for nothing: they say what the specification leaves open. */
  leftOpen: readonly string[];
}

export const sections: readonly Section[] = [
  {
    title: '1. What the product does and for whom',
    requirements: section1,
    leftOpen: ['Server behaviour beyond the calls listed below is not shown.'],
  },
  { title: '2. Screens and routes', requirements: section2, leftOpen: [] },
  { title: '3. Entities and their fields', requirements: section3, leftOpen: [] },
  {
    title: '4. States and transitions',
    requirements: section4,
    leftOpen: ['Visit statuses other than started and submitted are not shown.', 'Delivery statuses are not shown.'],
  },
  {
    title: '5. Validation rules',
    requirements: section5,
    leftOpen: ['Client rules for registration and server-side validation generally are not shown.'],
  },
  {
    title: '6. Roles and permissions',
    requirements: section6,
    leftOpen: ['Server-side enforcement of roles is not shown.'],
  },
  {
    title: '7. The calls it makes',
    requirements: section7,
    leftOpen: ['Response field shapes for most calls are not shown.'],
  },
  {
    title: '8. Error catalogue',
    requirements: section8,
    leftOpen: ['Server error texts other than the error field are not shown.'],
  },
  {
    title: '9. Business constants and limits',
    requirements: section9,
    leftOpen: ['Limits enforced by the server are not shown.'],
  },
  { title: 'Deviations', requirements: deviations, leftOpen: [] },
];

const all = {
  ...section1,
  ...section2,
  ...section3,
  ...section4,
  ...section5,
  ...section6,
  ...section7,
  ...section8,
  ...section9,
  ...deviations,
} as const;

/** The id of a requirement; a test that names an unknown one does not compile. */
export type RequirementId = keyof typeof all;

/** A requirement as tests and tables name it: its id and the sentence. */
export const named = (id: RequirementId): string => `${id} ${all[id]}`;
