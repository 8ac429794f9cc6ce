import { useMemo } from 'react';
import { localDay } from '../../domain/dates';
import { canStartVisits } from '../../domain/roles';
import { dashboardRange, salesQuery, validateRange } from '../../domain/salesFilter';
import { paths } from '../../paths';
import type { ReportRequest } from '../../state/reports/reportReads';
import { useUser } from '../../state/session/session';
import { useSalesFilterParams } from '../../state/url/salesFilterParams';
import { useOwnOpenVisits } from '../../state/visits/ownVisits';
import { ButtonLink } from '../../ui/ButtonLink';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { useNow } from '../../ui/useNow';
import { ApiStatus } from './ApiStatus';
import styles from './Dashboard.module.css';
import { DashboardFigures } from './DashboardFigures';
import { DashboardFilters } from './DashboardFilters';
import { DoneNotices } from './DoneNotices';
import { InstallOffer } from './InstallOffer';
import { OutcomesCard } from './OutcomesCard';
import { RepPerformanceCard } from './RepPerformanceCard';
import { RepsDay } from './RepsDay';
import { SavedReportNote } from './SavedReportNote';
import { TopItemsCard } from './TopItemsCard';
import { useAfterFirstPaint } from './useAfterFirstPaint';

/** Dashboard (spec §2): the last action, a rep's own day, and the sales of a range of days in figures and charts. */
export function DashboardScreen() {
  const user = useUser();
  const today = localDay(useNow());
  const defaults = useMemo(() => dashboardRange(today), [today]);
  const { filter, change, clear } = useSalesFilterParams(defaults);
  const { from, to, location } = filter;
  const request = useMemo<ReportRequest>(
    () => ({
      query: salesQuery({ from, to, location, rep: '', repName: '' }),
      isRelative: from === defaults.from && to === defaults.to,
    }),
    [from, to, location, defaults],
  );
  // One action is urged at a time: the open visit, if there is one.
  const isVisiting = useOwnOpenVisits().length > 0 && canStartVisits(user);
  const painted = useAfterFirstPaint();
  return (
    <Page>
      <DoneNotices />
      <InstallOffer />
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <ButtonLink to={paths.startVisit()}>Start Visit</ButtonLink>
            <ButtonLink variant={isVisiting ? 'secondary' : 'primary'} to={paths.locations()}>
              Go to locations
            </ButtonLink>
          </>
        }
      />
      {canStartVisits(user) ? <RepsDay /> : null}
      {painted ? (
        <>
          <DashboardFilters filter={filter} rangeError={validateRange(filter)} onChange={change} onClear={clear} />
          <SavedReportNote request={request} />
          <DashboardFigures request={request} />
          <div className={styles.charts}>
            <TopItemsCard request={request} />
            <RepPerformanceCard request={request} />
            <OutcomesCard request={request} />
          </div>
          <p className={styles.saved}>
            API status: <ApiStatus />
          </p>
        </>
      ) : null}
    </Page>
  );
}
