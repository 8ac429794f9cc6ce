interface Named {
  _id: string;
  name: string;
}

/** The options of a select whose values are records with a name. */
export function NamedOptions({ records }: { records: readonly Named[] }) {
  return records.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
}
