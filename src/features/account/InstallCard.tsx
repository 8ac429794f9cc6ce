import { isUninstalledSafari, useInstall } from '../../state/device/install';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';

/**
 * The installation of the app, if it is not installed yet: the browser's prompt, or instructions in Safari, which has
 * no prompt.
 */
export function InstallCard() {
  const install = useInstall();
  if (!install && !isUninstalledSafari()) return null;
  return (
    <Card title="Install">
      {install ? <Button onClick={install}>Install this app</Button> : <p>Press Share, then Add to Home Screen.</p>}
    </Card>
  );
}
