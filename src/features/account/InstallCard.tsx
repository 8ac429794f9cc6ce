import { isUninstalledSafari, useInstall } from '../../state/device/installPrompt';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';

/** The way to install the app, where this browser has one that the person has not taken yet. */
export function InstallCard() {
  const install = useInstall();
  if (!install && !isUninstalledSafari()) return null;
  return (
    <Card title="Install">
      {install ? <Button onClick={install}>Install this app</Button> : <p>Press Share, then Add to Home Screen.</p>}
    </Card>
  );
}
