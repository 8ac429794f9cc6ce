import { Fragment, type ReactNode } from 'react';

/**
 * The place of a column in a row on a phone: the name of the row, the figure at its right end, the state under the
 * figure, a fact in the second line, the link that covers the row, a button beside both lines, or a line of controls.
 */
type PhonePlace = 'lead' | 'figure' | 'state' | 'fact' | 'link' | 'action' | 'controls';

export interface Column<Row> {
  /** Stable name of the column. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and amounts are aligned right. */
  numeric?: boolean;
  /** The cell that names its row. At most one column. */
  rowHeader?: boolean;
  /** On a phone: `lead` for the row header and `fact` for all others unless it says otherwise. */
  phone?: PhonePlace;
  /** The content of the cell on a phone, where the column's header is not shown. `null` renders nothing. */
  phoneCell?: (row: Row) => ReactNode;
}

/** A column as a phone shows it. */
export interface PhoneColumn<Row> extends Column<Row> {
  phone: PhonePlace;
}

function Facts({ parts }: { parts: readonly ReactNode[] }) {
  const said = parts.filter((part) => part !== null && part !== '');
  return said.map((part, index) => (
    <Fragment key={String(index)}>
      {index > 0 ? ' · ' : null}
      {part}
    </Fragment>
  ));
}

/**
 * The columns of a table as the two lines of a row on a phone. All columns with `fact` become one, separated by dots.
 */
export function phoneColumns<Row>(columns: readonly Column<Row>[]): PhoneColumn<Row>[] {
  const placed = columns.map((column): PhoneColumn<Row> => {
    const phone = column.phone ?? (column.rowHeader ? 'lead' : 'fact');
    return { ...column, phone, cell: column.phoneCell ?? column.cell, rowHeader: phone === 'lead', numeric: false };
  });
  const at = (place: PhonePlace) => placed.filter(({ phone }) => phone === place);
  const facts = at('fact');
  const controls = at('controls');
  const line: PhoneColumn<Row> = {
    key: 'facts',
    header: facts.map(({ header }) => header).join(', '),
    phone: 'fact',
    cell: (row) => <Facts parts={facts.map(({ cell }) => cell(row))} />,
  };
  const switches: PhoneColumn<Row> = {
    key: 'controls',
    header: controls.map(({ header }) => header).join(', '),
    phone: 'controls',
    cell: (row) => controls.map(({ key, cell }) => <Fragment key={key}>{cell(row)}</Fragment>),
  };
  return [
    ...at('lead'),
    ...at('figure'),
    ...(facts.length > 0 ? [line] : []),
    ...at('state'),
    ...(controls.length > 0 ? [switches] : []),
    ...at('link'),
    ...at('action'),
  ];
}
