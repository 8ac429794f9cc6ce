import type { QueuedCallName } from '../contract/calls';
import { deliveriesApi } from './deliveriesApi';
import { visitsApi } from './visitsApi';

const endpoints = { ...deliveriesApi.endpoints, ...visitsApi.endpoints };

/** The endpoint of each queued call. Does not compile while a call has none. */
export const queuedEndpoints: { [Name in QueuedCallName]: (typeof endpoints)[Name] } = endpoints;
