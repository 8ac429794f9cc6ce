import '../../../../src/ui/tokens.css';
import '../../../../src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { api } from '../../../../src/api/api';
import { QUEUED_WRITE_TAGS } from '../../../../src/api/tags';
import { App } from '../../../../src/app/App';
import { calls } from '../../../../src/contract/calls';
import { API_BASE_PATH } from '../../../../src/domain/constants';
import { groupByVisit } from '../../../../src/domain/deliveryGroups';
import { formatMoney } from '../../../../src/domain/money';
import { deliveryColumns } from '../../../../src/features/deliveries/list/deliveryColumns';
import { paths } from '../../../../src/paths';
import { sessionConfirmed } from '../../../../src/state/slices/sessionSlice';
import { browserEnvironment } from '../../../../src/state/store/browserEnvironment';
import { makeStore } from '../../../../src/state/store/makeStore';
import { deliveryPage } from './deliveryPage';
import { BENCH_USER } from './waitingEntries';

/** What one change of a row took, ms. */
export interface ChangeTimes {
  /** From the change to the new text in the document. */
  script: number;
  /** The script, and the frame that shows the text: style, layout, paint. The wait for the frame is no part of it. */
  work: number;
  /** From the change to the task after that frame. */
  painted: number;
}

export interface ListSamples {
  /** The page of the server's response is in the app. */
  app: ChangeTimes[];
  /** The same element gets its text by the DOM alone. */
  plain: ChangeTimes[];
  /** Rows rendered when the page was requested, and when its response came: the most of all changes. */
  rowsAtRequest: number;
  rowsAtResponse: number;
}

/** The browser has nothing left to do then. */
const REST_MS = 60;

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** Makes a change and takes the time until the element shows the text. */
function timedChange(element: Element, text: string, change: () => void): Promise<ChangeTimes> {
  return new Promise((resolve) => {
    const from = performance.now();
    const observer = new MutationObserver(() => {
      if (element.textContent !== text) return;
      observer.disconnect();
      const script = performance.now() - from;
      requestAnimationFrame(() => {
        const frameFrom = performance.now();
        // The task after the frame's.
        setTimeout(() => {
          const now = performance.now();
          resolve({ script, work: script + now - frameFrom, painted: now - from });
        });
      });
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    change();
  });
}

const jsonResponse = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } });

/**
 * Stands in for the network: every list is empty, and that of the deliveries waits. Returns how to wait for its
 * request.
 */
function heldNetwork() {
  let onRequested: (respond: (text: string) => void) => void = () => undefined;
  const nextRequest = () => new Promise<(text: string) => void>((resolve) => (onRequested = resolve));
  let requested = nextRequest();
  window.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname !== API_BASE_PATH + calls.listDeliveries.path) return jsonResponse('[]');
    return jsonResponse(await new Promise<string>((respond) => onRequested(respond)));
  };
  return async () => {
    const respond = await requested;
    requested = nextRequest();
    return respond;
  };
}

/** Counts the rows that are rendered, each by its cell with the total. Returns the count since the last call. */
function countRows(): () => number {
  let count = 0;
  for (const column of deliveryColumns.filter(({ key }) => key === 'total')) {
    const { cell } = column;
    column.cell = (group) => {
      count += 1;
      return cell(group);
    };
  }
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}

async function until<T>(find: () => T | null | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found) return found;
    await rest();
  }
}

/** Opens the deliveries with as many rows as visits, and returns what changes the row in the middle again and again. */
async function openList(visits: number) {
  const rendered = countRows();
  const requested = heldNetwork();
  history.replaceState(null, '', `${paths.deliveries()}?limit=100`);
  const { store, ready } = makeStore(browserEnvironment());
  await ready;
  store.dispatch(
    sessionConfirmed({ _id: BENCH_USER, name: 'Rep', email: 'rep@example.com', roles: ['rep'], active: true }),
  );
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  createRoot(root).render(<App store={store} />);
  const row = Math.floor(visits / 2);
  (await requested())(JSON.stringify(deliveryPage(visits, row, 1)));
  const element = await until(() => document.querySelectorAll('tbody tr')[row]?.querySelector('data'));
  element.scrollIntoView({ block: 'center' });
  let quantity = 1;

  /** As after a pass of the queue: the page is requested again, and its response has another total for the row. */
  async function changeByResponse(samples: ListSamples): Promise<void> {
    quantity += 1;
    const page = deliveryPage(visits, row, quantity);
    const [text, total] = [JSON.stringify(page), groupByVisit(page.data)[row]?.total ?? Number.NaN];
    rendered();
    store.dispatch(api.util.invalidateTags([...QUEUED_WRITE_TAGS]));
    const respond = await requested();
    await rest();
    samples.rowsAtRequest = Math.max(samples.rowsAtRequest, rendered());
    samples.app.push(await timedChange(element, formatMoney(total), () => respond(text)));
    await rest();
    samples.rowsAtResponse = Math.max(samples.rowsAtResponse, rendered());
  }

  async function changeByDom(samples: ListSamples): Promise<void> {
    quantity += 1;
    const text = formatMoney(quantity * 100);
    samples.plain.push(await timedChange(element, text, () => Object.assign(element, { textContent: text })));
    await rest();
  }

  return async (pairs: number): Promise<ListSamples> => {
    const samples: ListSamples = { app: [], plain: [], rowsAtRequest: 0, rowsAtResponse: 0 };
    for (let pair = 0; pair < pairs; pair += 1) {
      const order = pair % 2 === 0 ? [changeByResponse, changeByDom] : [changeByDom, changeByResponse];
      for (const change of order) await change(samples);
    }
    return samples;
  };
}

declare global {
  interface Window {
    openList?: typeof openList;
    changeAgain?: Awaited<ReturnType<typeof openList>>;
  }
}

window.openList = openList;
