import { ErrorFallback } from './ErrorFallback';
import { FullPage } from './FullPage';

/** Replaces the app while the device's storage does not respond. No screen may render before it is read. */
export function StorageTimeoutPage() {
  return (
    <FullPage>
      <ErrorFallback text="The storage of this device does not respond. Close the app’s other tabs, then reload." />
    </FullPage>
  );
}
