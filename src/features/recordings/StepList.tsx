import { useEffect, useRef } from 'react';
import type { Playback } from '../../recording/app/playback';
import { classNames } from '../../ui/classNames';
import styles from './Recordings.module.css';

type Line = Playback['lines'][number];

interface StepListProps {
  lines: readonly Line[];
  step: number;
  onStep: (step: number) => void;
}

/** The number of lines rendered before and after the current one. */
const AROUND = 60;

/** Local time of day, as a person would report it. */
function timeOf(at: number): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The actions around the current step. A press opens one. */
export function StepList({ lines, step, onStep }: StepListProps) {
  const current = useRef<HTMLLIElement>(null);
  const at = lines.findLastIndex(({ n, kind }) => n <= step && kind === 'action');
  const from = Math.max(0, at - AROUND);
  useEffect(() => {
    const list = current.current?.parentElement;
    // Scrolls only the list, not the page.
    if (current.current && list) list.scrollTop = current.current.offsetTop - list.clientHeight / 2;
  }, [step]);
  return (
    <ol className={styles.list} aria-label="Actions">
      {lines.slice(from, at + AROUND).map((line, index) => {
        const isCurrent = from + index === at;
        return (
          <li key={from + index} ref={isCurrent ? current : null} aria-current={isCurrent ? 'step' : undefined}>
            <button
              type="button"
              className={classNames(styles.line, isCurrent && styles.current, !line.online && styles.offline)}
              onClick={() => onStep(line.n)}
            >
              <span className={styles.head}>
                <span>{line.kind === 'action' ? line.n : '▸'}</span>
                <span className={line.who === 'environment' ? styles.environment : undefined}>{line.what}</span>
                <time>{timeOf(line.at)}</time>
              </span>
              <span className={styles.detail}>{line.detail}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
