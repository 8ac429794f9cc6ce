import type { Address } from '../../domain/locationRules';

type Row = [name: string, street: string, city: string, state: string, zip: string];

const ROWS: readonly Row[] = [
  ['Corner Pantry', '214 Maple Street', 'Ames', 'IA', '50010'],
  ['Lakeside Grocery', '18 Harbor Road', 'Clear Lake', 'IA', '50428'],
  ['Hilltop Market', '905 Summit Avenue', 'Dubuque', 'IA', '52001'],
  ['Riverside Deli', '77 Water Street', 'Davenport', 'IA', '52801'],
  ['Union Station Kiosk', '1 Depot Plaza', 'Des Moines', 'IA', '50309'],
  ['Prairie Fuel & Food', '4410 Highway 20', 'Waterloo', 'IA', '50702'],
  ['Green Door Co-op', '330 Linn Street', 'Iowa City', 'IA', '52240'],
  ['Northgate Convenience', '1280 Blairs Ferry Road', 'Cedar Rapids', 'IA', '52402'],
  ['Campus Corner', '52 Lincoln Way', 'Ames', 'IA', '50014'],
  ['Old Mill General Store', '9 Mill Lane', 'Amana', 'IA', '52203'],
  ['Sunrise Bakery & Coffee', '611 Grand Avenue', 'West Des Moines', 'IA', '50265'],
  ['Fairview Hospital Shop', '2000 Medical Drive', 'Sioux City', 'IA', '51104'],
  ['Two Rivers Truck Stop', '700 Interstate Drive', 'Council Bluffs', 'IA', '51501'],
  ['Main Street Mercantile', '118 Main Street', 'Pella', 'IA', '50219'],
  ['Bluff Street Grocer', '245 Bluff Street', 'Burlington', 'IA', '52601'],
  ['Eastside Food Mart', '3301 University Avenue', 'Des Moines', 'IA', '50317'],
  ['Harvest Lane Farm Shop', '15 Harvest Lane', 'Decorah', 'IA', '52101'],
  ['Gateway Gym Café', '480 Fitness Court', 'Ankeny', 'IA', '50023'],
  ['Stadium Stand 4', '1800 Stadium Drive', 'Iowa City', 'IA', '52242'],
  ['Oak Park Pharmacy', '860 Oak Park Boulevard', 'Mason City', 'IA', '50401'],
  ['Courthouse Newsstand', '401 Court Avenue', 'Ottumwa', 'IA', '52501'],
  ['The Copper Kettle', '29 Second Street', 'Muscatine', 'IA', '52761'],
  ['Westfield Supermarket', '5600 Merle Hay Road', 'Johnston', 'IA', '50131'],
  ['Railway Café', '3 Station Road', 'Boone', 'IA', '50036'],
  ['Maple Ridge Care Home', '71 Ridge Road', 'Marshalltown', 'IA', '50158'],
  ['Silver Lake Campground', '2250 Park Road', 'Delhi', 'IA', '52223'],
  ['Tech Park Canteen', '100 Innovation Way', 'Coralville', 'IA', '52241'],
  ['Uptown Wine & Cheese', '512 Fifth Street', 'Des Moines', 'IA', '50312'],
  ['Family Foods', '940 Central Avenue', 'Fort Dodge', 'IA', '50501'],
  ['Airport Gate B Shop', '5800 Fleur Drive', 'Des Moines', 'IA', '50321'],
];

/** The thirty stores of the demo. */
export const DEMO_LOCATIONS: readonly { name: string; address: Address }[] = ROWS.map(
  ([name, street, city, state, zip]) => ({ name, address: { street, city, state, zip } }),
);

/** Names of boxes by their position in a store. Each store has the first three to five. */
export const DEMO_BOX_LABELS = ['Entrance', 'Cooler', 'Snack shelf', 'Counter', 'Back room'] as const;
