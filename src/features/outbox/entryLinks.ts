import type { EntrySummary } from '../../offline/entry';
import { paths } from '../../paths';

/** Where what an entry is about can be looked at; `null` when it has no place of its own. */
export function openPathOf({ call, creates, about, visitId }: EntrySummary): string | null {
  switch (call) {
    case 'createDelivery':
      return creates && paths.delivery(creates);
    case 'updateDelivery':
      return about.delivery ? paths.delivery(about.delivery) : null;
    case 'startVisit':
    case 'submitVisit':
    case 'updateVisit':
      return visitId && paths.visit(visitId);
  }
}

/** The screen whose Save mends an entry that was refused; `null` when none does. */
export function editPathOf({ call, creates, about, visitId }: EntrySummary): string | null {
  switch (call) {
    case 'createDelivery':
      return creates && paths.editDelivery(creates);
    case 'updateDelivery':
      return about.delivery ? paths.editDelivery(about.delivery) : null;
    case 'submitVisit':
    case 'updateVisit':
      return visitId && paths.editVisit(visitId);
    case 'startVisit':
      return null;
  }
}
