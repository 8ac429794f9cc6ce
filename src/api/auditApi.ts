import { lazyCalls } from '../contract/lazyCalls';
import type { AuditEntry, AuditFilter, AuditPage } from '../contract/audit';
import { objectUrl } from './exportsApi';
import { asList, asNumber, asRecord } from './parsers/values';
import { api } from './api';

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<AuditPage, AuditFilter & { page: number }>({
      query: (query) => ({ name: 'listAudit', call: lazyCalls.listAudit, query }),
      transformResponse: (raw: unknown) => {
        const { page, limit, total, hasMore } = asRecord(asRecord(raw).pageInfo);
        const counts = { page: asNumber(page) ?? 1, limit: asNumber(limit) ?? 1, total: asNumber(total) ?? 0 };
        // Not in the spec, so a server that has this call sends the entries of the contract.
        return { data: asList(raw) as AuditEntry[], pageInfo: { ...counts, hasMore: hasMore === true } };
      },
      keepUnusedDataFor: 0,
    }),
    exportAudit: build.mutation<string, AuditFilter>({
      query: (query) => ({ name: 'exportAudit', call: lazyCalls.exportAudit, query }),
      transformResponse: objectUrl,
    }),
  }),
});

export const { useListAuditQuery, useExportAuditMutation } = auditApi;
