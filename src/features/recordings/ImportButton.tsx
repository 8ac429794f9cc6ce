import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { useShowAlert } from '../../state/alerts/alerts';
import { Button } from '../../ui/Button';

/** Imports the file of a recording. Refuses another file with the reason. */
export function ImportButton({ importFile }: { importFile: (text: string) => Promise<string | null> }) {
  const input = useRef<HTMLInputElement>(null);
  const showAlert = useShowAlert('import');

  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text().catch(() => '');
    const reason = await importFile(text).catch(() => 'This device took no more. Free some space and try again.');
    if (reason) showAlert(`${file.name} was not imported. ${reason}`);
    else showAlert(`${file.name} was imported.`, 'success');
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Recording file"
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={<Upload aria-hidden size={18} />} onClick={() => input.current?.click()}>
        Import
      </Button>
    </>
  );
}
