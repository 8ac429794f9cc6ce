import type { ImportPreview, ImportResult, PreviewRow, RowEffect } from '../../contract/imports';
import type { ItemPrice } from '../../contract/items';
import { asInstant, asList, asNumber, asRecord, asText } from './values';

/** An entry of an item's price history. */
export function parsePrice(raw: unknown): ItemPrice {
  const shape = asRecord(raw);
  return {
    validFrom: asInstant(shape.validFrom),
    pricePerPack: asNumber(shape.pricePerPack),
    price: asNumber(shape.price),
    createdAt: asText(shape.createdAt),
  };
}

const EFFECTS: readonly RowEffect[] = ['new', 'changed', 'same'];

function parseRow(raw: unknown): PreviewRow {
  const { line, effect, name, detail } = asRecord(raw);
  return {
    line: asNumber(line) ?? 0,
    effect: EFFECTS.find((known) => known === effect) ?? 'refused',
    name: asText(name),
    detail: asText(detail),
  };
}

export function parsePreview(raw: unknown): ImportPreview {
  return { rows: asList(asRecord(raw).rows).map(parseRow) };
}

export function parseResult(raw: unknown): ImportResult {
  const { created, updated, refused } = asRecord(raw);
  return {
    created: asNumber(created) ?? 0,
    updated: asNumber(updated) ?? 0,
    refused: asList(refused).map((one) => {
      const { line, reason } = asRecord(one);
      return { line: asNumber(line) ?? 0, reason: asText(reason) };
    }),
  };
}
