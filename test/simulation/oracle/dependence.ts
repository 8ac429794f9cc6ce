import type { Form, VisitHandle } from '../rig/forms';
import type { Facts } from './facts';

/** Whether a form must not take effect before another one, by what the two are about. */
export function dependsOn(later: Form, earlier: Form): boolean {
  if (later === earlier || later.rep !== earlier.rep || later.device !== earlier.device) return false;
  // The server continues the visit that is open at the location: a new one waits until the old one is submitted.
  const isSameLocation = later.locationId === earlier.locationId;
  if (later.call === 'startVisit' && earlier.call === 'submitVisit') return isSameLocation;
  const isSame = (visit: VisitHandle | null, other: VisitHandle | null) => visit !== null && visit === other;
  const isSameVisit = isSame(later.visit, earlier.visit);
  if (isSameVisit && earlier.call === 'startVisit') return later.call !== 'startVisit';
  if (isSameVisit && (later.call === 'submitVisit' || later.call === 'updateVisit')) return true;
  const isSameDelivery = later.delivery !== null && later.delivery === earlier.delivery;
  return isSameDelivery && later.call === 'updateDelivery';
}

/** Whether a form may wait for another one, in whichever order the two were made. */
function mayWaitFor(facts: Facts, form: Form, other: Form): boolean {
  if (dependsOn(form, other)) return true;
  if (form.device !== other.device || form.rep !== other.rep || form.locationId !== other.locationId) return false;
  if (form.call === 'startVisit') return other.call === 'startVisit' || other.call === 'submitVisit';
  // Two starts may have led to one visit: the second one is answered on the device.
  const isOfVisit = other.call === 'startVisit' || form.call === 'submitVisit' || form.call === 'updateVisit';
  return isOfVisit && (facts.isSameVisit(form, other) || facts.namedSameVisit(form, other));
}

/** The forms that wait on a disk for one of these, directly or through others. */
export function heldBy(facts: Facts, stuck: ReadonlySet<Form>): Set<Form> {
  const held = new Set<Form>();
  const ends = [...stuck];
  if (ends.length === 0) return held;
  const waiting = facts.simulation.forms.filter((form) => !stuck.has(form) && facts.isOnDisk(form));
  for (let end = ends.pop(); end; end = ends.pop()) {
    for (const form of waiting) {
      if (held.has(form) || form === end || !mayWaitFor(facts, form, end)) continue;
      held.add(form);
      ends.push(form);
    }
  }
  return held;
}
