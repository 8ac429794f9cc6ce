import { route } from '../http/route';
import { listAudit } from '../services/audit';

export const auditRoutes = [route('listAudit', ({ db, query }) => listAudit(db, query))];
