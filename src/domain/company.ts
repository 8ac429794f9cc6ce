/** The company on top of every printed summary (spec §9: "fixed company contact details"). */
export const COMPANY = {
  name: 'Field Sales Supply Co.',
  street: '1200 Warehouse Row',
  city: 'Des Moines, IA 50309',
  phone: '+1 (515) 555-0134',
  email: 'orders@fieldsales.example',
} as const;
