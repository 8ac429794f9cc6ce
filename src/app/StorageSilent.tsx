import { Failed } from './Failed';
import { WholePage } from './WholePage';

/** In place of the app while the device's storage does not answer: before it has been read, nothing may be shown. */
export function StorageSilent() {
  return (
    <WholePage>
      <Failed text="The storage of this device does not answer. Nothing was changed. Close this app’s other tabs, then reload." />
    </WholePage>
  );
}
