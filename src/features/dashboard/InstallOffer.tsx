import { useDevice, useDismissInstallHint } from '../../state/device/device';
import { useHasSubmittedVisit, useInstall } from '../../state/device/install';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Offers the browser's installation prompt after the first submitted visit, until the person accepts or declines. */
export function InstallOffer() {
  const install = useInstall();
  const { installHintRead } = useDevice();
  const hasSubmitted = useHasSubmittedVisit();
  const dismiss = useDismissInstallHint();
  if (!install || installHintRead || !hasSubmitted) return null;
  return (
    <Notice
      actions={
        <>
          <Button
            onClick={() => {
              dismiss();
              install();
            }}
          >
            Install this app
          </Button>
          <Button variant="quiet" onClick={dismiss}>
            Not now
          </Button>
        </>
      }
    >
      Installed, it opens from the home screen, also without a connection.
    </Notice>
  );
}
