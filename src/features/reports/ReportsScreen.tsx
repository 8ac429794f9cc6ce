import { useCallback } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../domain/constants';
import { salesQuery, validateRange } from '../../domain/salesFilter';
import { salesFilterText } from '../../domain/salesFilterText';
import { screenMessages } from '../../domain/screenMessages';
import { useConnectivity } from '../../state/device/connectivity';
import { useLocationsRead } from '../../state/reads/listReads';
import { useRepOptions } from '../../state/catalogue/repOptions';
import { useSalesFilterParams } from '../../state/url/salesFilterParams';
import { Card } from '../../ui/Card';
import { FilterBar } from '../../ui/FilterBar';
import { Notice } from '../../ui/Notice';
import { Page } from '../../ui/Page';
import { PageHeader } from '../../ui/PageHeader';
import { LocationFilterField, RangeFields, RepFilterFields } from '../../ui/SalesFilterFields';
import { useNow } from '../../ui/useNow';
import { useSettledText } from '../../ui/useSettledText';
import { ExportList } from './ExportList';

/** Reports / CSV Export (spec §2): files of what the filters leave. */
export function ReportsScreen() {
  const { filter, change, clear } = useSalesFilterParams();
  const { data: locations = [] } = useLocationsRead();
  const users = useRepOptions();
  const { online } = useConnectivity();
  const repName = useSettledText(
    filter.repName,
    useCallback((text) => change({ repName: text }), [change]),
    SEARCH_DEBOUNCE_MS,
  );
  const rangeError = validateRange(filter);
  const shown = { ...filter, repName: repName.typed };
  const field = { filter, onChange: change };
  return (
    <Page>
      <PageHeader title="Reports" subtitle="CSV files of what the filters leave" />
      <FilterBar
        summary={salesFilterText(shown, { allText: screenMessages.allLocations, locations, users }, useNow())}
        clearText="Clear"
        onClear={() => {
          repName.drop();
          clear();
        }}
        error={rangeError}
      >
        <RangeFields {...field} />
        <LocationFilterField {...field} locations={locations} allText="All" />
        <RepFilterFields {...field} users={users} repName={repName} />
      </FilterBar>
      <Card flush>
        <ExportList query={salesQuery(shown)} disabled={rangeError !== null} />
      </Card>
      {online ? null : <Notice>The files are made on the server: a download needs a connection.</Notice>}
    </Page>
  );
}
