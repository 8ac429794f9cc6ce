/** Imported first: outside of tests the libraries' checks of every state are left out, as in the built app. */
process.env.NODE_ENV = 'production';
