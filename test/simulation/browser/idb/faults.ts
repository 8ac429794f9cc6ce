/** How the disk of a device behaves now. Times in ms. */
export interface DiskConditions {
  /** Added to each read. */
  readMs: number;
  /** Added to each read for every KB read. */
  readMsPerKb: number;
  /** Added to each commit: it lands that much later. */
  commitMs: number;
  /** Bytes that fit; `null` for no limit. */
  capacity: number | null;
  /** Where a full disk shows: when a record is put, or not before the commit. */
  quotaAt: 'put' | 'commit';
  /** Reads fail with UnknownError. */
  readsFail: boolean;
  /** Commits fail with UnknownError, and nothing of them is written. */
  commitsFail: boolean;
  /** A database can't be opened: the request is not served. */
  opensHang: boolean;
}

export const SOUND_DISK: Readonly<DiskConditions> = {
  readMs: 0,
  readMsPerKb: 0,
  commitMs: 0,
  capacity: null,
  quotaAt: 'put',
  readsFail: false,
  commitsFail: false,
  opensHang: false,
};

/** The queue cannot be read within the time that the app gives a read. */
export const isUnreadable = ({ readsFail, opensHang, commitMs }: DiskConditions): boolean =>
  readsFail || opensHang || commitMs > 0;
