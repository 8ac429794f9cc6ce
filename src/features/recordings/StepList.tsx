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

/** How many lines are drawn before and after the one shown. */
const AROUND = 60;

/** By the clock on the wall, as the person who saw it happen will say it. */
function timeOf(at: number): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** What happened around the step that is shown; a press goes there. */
export function StepList({ lines, step, onStep }: StepListProps) {
  const current = useRef<HTMLLIElement>(null);
  const at = lines.findLastIndex(({ n, kind }) => n <= step && kind === 'action');
  const from = Math.max(0, at - AROUND);
  useEffect(() => {
    const list = current.current?.parentElement;
    // Only the list scrolls; the page stays where the person has it.
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
