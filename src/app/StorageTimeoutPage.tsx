import { ErrorFallback } from './ErrorFallback';
import { FullPage } from './FullPage';

/** In place of the app while the device's storage does not answer: before it has been read, nothing may be shown. */
export function StorageTimeoutPage() {
  return (
    <FullPage>
      <ErrorFallback text="The storage of this device does not answer. Nothing was changed. Close this app’s other tabs, then reload." />
    </FullPage>
  );
}
