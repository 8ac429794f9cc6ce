import type { InputEvent } from 'react';

/** Whether the number fields of this browser take a comma as the decimal separator. */
const takesComma = () => new Intl.NumberFormat(navigator.language).format(1.5).includes(',');

/**
 * For `onBeforeInput` of a number field: a typed comma becomes a decimal point. Browsers whose language has no decimal
 * comma would drop it, and 1,5 would become 15.
 */
export function commaAsPoint(event: InputEvent<HTMLInputElement>): void {
  if (event.data !== ',' || takesComma()) return;
  event.preventDefault();
  // A number field has no cursor position that a script can read. This command inserts at the cursor.
  document.execCommand('insertText', false, '.');
}
