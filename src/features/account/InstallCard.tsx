import { isUninstalledSafari, useInstall } from '../../state/device/install';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';

/**
 * The way to install the app, where this browser has one that the person has not taken yet: its own question, or in
 * Safari, which has none, words.
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
