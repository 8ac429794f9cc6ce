import type { Activity } from './ActivityFilter';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface NothingFoundProps {
  /** What the list has, such as 'item'. */
  noun: string;
  /** Where the search looks, such as 'name or SKU'. */
  searched: string;
  search: string;
  onClearSearch: () => void;
  activity: Activity;
  onShowAll: () => void;
}

/** Why a list with entries shows none, and the action that shows more: the filter by activity, then the search. */
export function NothingFound({ noun, searched, search, onClearSearch, activity, onShowAll }: NothingFoundProps) {
  if (activity === 'all')
    return (
      <EmptyState
        text={`No ${noun} has this in its ${searched}.`}
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    );
  return (
    <EmptyState
      text={search ? `No ${activity} ${noun} has this in its ${searched}.` : `No ${noun} is ${activity}.`}
      action={<Button onClick={onShowAll}>Show active and inactive</Button>}
    />
  );
}
