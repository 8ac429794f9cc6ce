import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden';

/** The content that is loading: lines of text, a grid of cards, rows of a table, facts, or a form's fields. */
type SkeletonShape = 'lines' | 'grid' | 'table' | 'facts' | 'form';

/** Takes the space of loading content, and becomes visible after 300 ms. `label` names the content. */
export function Skeleton({
  label,
  rows = 3,
  shape = 'lines',
}: {
  label: string;
  rows?: number;
  shape?: SkeletonShape;
}) {
  return (
    <div role="status" className={styles.skeleton}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden className={styles[shape]}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} />
        ))}
      </div>
    </div>
  );
}
