import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable } from '../../../src/ui/DataTable';
import type { Column } from '../../../src/ui/tableColumns';

interface Named {
  id: string;
  name: string;
}

/** Columns with the ids of the rows that they have rendered since the last look. */
function watchedColumns() {
  let seen: string[] = [];
  const columns: readonly Column<Named>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ id, name }) => {
        seen.push(id);
        return name;
      },
    },
  ];
  const rendered = () => {
    const ids = seen;
    seen = [];
    return ids;
  };
  return { columns, rendered };
}

test('a table renders only the rows that have changed, are newly marked or have other columns', () => {
  const [first, second, third] = [
    { id: '1', name: 'Ada' },
    { id: '2', name: 'Ben' },
    { id: '3', name: 'Cleo' },
  ];
  const { columns, rendered } = watchedColumns();
  const shared = { caption: 'People', rowKey: ({ id }: Named) => id };
  const { rerender } = render(<DataTable {...shared} columns={columns} rows={[first, second, third]} />);
  expect(rendered()).toEqual(['1', '2', '3']);
  rerender(<DataTable {...shared} columns={columns} rows={[first, { ...second, name: 'Bea' }, third]} />);
  expect(rendered()).toEqual(['2']);
  expect(screen.getByRole('rowheader', { name: 'Bea' })).toBeDefined();
  const rows = [third, first];
  rerender(<DataTable {...shared} columns={columns} rows={rows} />);
  expect(rendered()).toEqual([]);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Cleo', 'Ada']);
  rerender(<DataTable {...shared} columns={columns} rows={rows} markedKey="1" />);
  expect(rendered()).toEqual(['1']);
  const other = watchedColumns();
  rerender(<DataTable {...shared} columns={other.columns} rows={rows} markedKey="1" />);
  expect(other.rendered()).toEqual(['3', '1']);
});
