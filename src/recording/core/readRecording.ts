import { isObject, textOf } from './json';
import { migrate } from './recordingMigrations';
import { RECORDING_FORMAT, RECORDING_VERSION, type Recording, recordingSchema } from './recordingFile';

export type ReadRecording = { ok: true; recording: Recording } | { ok: false; reason: string };

const refused = (reason: string): ReadRecording => ({ ok: false, reason });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a file; an older version is migrated. A cut or foreign one is refused with the reason. */
export function readRecording(text: string): ReadRecording {
  const file = parse(text);
  if (file === undefined) {
    const isCut = text.includes(RECORDING_FORMAT);
    return refused(isCut ? 'The file is cut: its end is missing. Download it again.' : 'The file is no JSON.');
  }
  if (!isObject(file) || file.format !== RECORDING_FORMAT) return refused('The file is no recording of this app.');
  if (typeof file.version === 'number' && file.version > RECORDING_VERSION) {
    return refused(
      `The file has version ${file.version}, made by a newer app; this one reads up to ${RECORDING_VERSION}.`,
    );
  }
  const current = migrate(file, RECORDING_VERSION);
  if (!current) return refused(`The file has version ${textOf(file.version)}, which this app does not know.`);
  const parsed = recordingSchema.safeParse(current);
  if (parsed.success) return { ok: true, recording: parsed.data };
  const [issue] = parsed.error.issues;
  return refused(`The file is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'not readable'}.`);
}
