import type { UnknownAction } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, REGISTER } from 'redux-persist';
import { api } from '../../api/api';
import { fileProgressed } from '../../api/client/readStream';

const { internalActions } = api;

/** They carry functions, or ask a middleware of the library something: no events of the app. */
const NO_EVENTS: ReadonlySet<string> = new Set([
  ...[FLUSH, PAUSE, PERSIST, PURGE, REGISTER],
  internalActions.internal_getRTKQSubscriptions.type,
  internalActions.middlewareRegistered.type,
  internalActions.subscriptionsUpdated.type,
]);

export const isNoEvent = ({ type }: UnknownAction): boolean => NO_EVENTS.has(type);

/** The cache's own timers, and the bytes of a file as they come in. */
const FROM_TIMERS: ReadonlySet<string> = new Set([internalActions.removeQueryResult.type, fileProgressed.type]);

export const isFromTimer = ({ type }: UnknownAction): boolean => FROM_TIMERS.has(type);
