/** What the platform takes and answers: generated from its description by `npm run client:types`, not written by hand. */
export interface paths {
	"/api/integration/webhooks/{code}": {
		parameters: {};
		/** What a storefront sends; the tenant's published flow processes it */
		post: {
			parameters: {
				header?: {
					/** @description orders/create */
					"x-storefront-topic"?: string;
					/** @description The shop's domain, as in its connection. */
					"x-storefront-shop-domain"?: string;
					/** @description The signature. */
					"x-storefront-hmac-sha256"?: string;
				};
				path: {
					code: "storefront";
				};
			};
			requestBody: {
				content: {
					"application/json": {
						[key: string]: unknown;
					};
				};
			};
			responses: {
				/** @description Kept. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: {
								accepted: boolean;
								/** Format: uuid */
								event_id: string;
								duplicate: boolean;
								/** @constant */
								ignored?: true;
							};
						};
					};
				};
			};
		};
	};
	"/api/operations/{id}": {
		parameters: {};
		/** The state and outcome of an accepted operation */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Operation"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/audit": {
		parameters: {};
		/** Who asked for what, and what came of it, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those about this document. */
					subject_id?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					actor?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					command?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Audit"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/tenancy/settings": {
		parameters: {};
		/** Organization settings */
		get: {
			parameters: {};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Settings"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change organization settings */
		patch: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateSettingsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Settings"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/members": {
		parameters: {};
		/** Members of the organization */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Member"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add a member */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateMemberInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Member"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/members/{id}": {
		parameters: {};
		/** One member */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Member"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a member */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateMemberInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Member"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/tokens": {
		parameters: {};
		/** Access tokens, newest first; the tokens themselves are never shown again */
		get: {
			parameters: {
				query?: {
					/** @description Those made with this token. */
					maker_token_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Token"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create an access token; access_token is shown in this response only */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateTokenInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateTokenResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/tokens/{id}": {
		parameters: {};
		/** One access token, without the token itself */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Token"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Revoke an access token at once, and what was made with it: tokens, enrollment keys, hubs */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Token"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/paper": {
		parameters: {};
		/** The sender of printed documents, and how to pay */
		get: {
			parameters: {};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Paper"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change the sender of printed documents, and how to pay */
		patch: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdatePaperSettingsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Paper"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/paper/logo": {
		parameters: {};
		/** The logo */
		get: {
			parameters: {};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"image/png": string;
						"image/jpeg": string;
					};
				};
			};
		};
		/** Put a logo on printed documents */
		put: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["SetLogoInput"];
					"multipart/form-data": {
						logo: string[];
					};
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Paper"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Remove the logo from printed documents */
		delete: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Paper"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/warehouses": {
		parameters: {};
		/** List warehouses */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Warehouse"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a warehouse */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateWarehouseInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Warehouse"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/warehouses/{id}": {
		parameters: {};
		/** One warehouse */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Warehouse"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a warehouse */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateWarehouseInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Warehouse"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/locations": {
		parameters: {};
		/** List locations */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this type. */
					type?: "dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual";
					/** @description Only those with this zone. */
					zone?: string;
					/** @description Only those with this code. */
					code?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Location"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a location */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateLocationInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Location"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/locations/{id}": {
		parameters: {};
		/** One location */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Location"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a location */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateLocationInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Location"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/items": {
		parameters: {};
		/** List items */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of the item with this SKU. */
					sku?: string;
					/** @description Only the item that carries this barcode. */
					barcode?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Item"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create an item */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateItemInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Item"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/items/{id}": {
		parameters: {};
		/** One item */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Item"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change an item */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateItemInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Item"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/merchants": {
		parameters: {};
		/** List merchants */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Merchant"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a merchant */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateMerchantInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Merchant"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/merchants/{id}": {
		parameters: {};
		/** One merchant */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Merchant"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a merchant */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateMerchantInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Merchant"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/carriers": {
		parameters: {};
		/** List carriers */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Carrier"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a carrier */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateCarrierInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Carrier"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/carriers/{id}": {
		parameters: {};
		/** One carrier */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Carrier"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a carrier */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateCarrierInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Carrier"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/vendors": {
		parameters: {};
		/** List vendors */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Vendor"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a vendor */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateVendorInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Vendor"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/vendors/{id}": {
		parameters: {};
		/** One vendor */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Vendor"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a vendor */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateVendorInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Vendor"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/vendors/{id}/matches": {
		parameters: {};
		/** Identities of the shared directory that may match a vendor */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["VendorMatches"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory": {
		parameters: {};
		/** Stock by item, location, status and lot; group_by=lpn splits it by license plate; as_of shows any past moment */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description Only those of the item with this SKU. */
					sku?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those with this status. */
					status?: "available" | "allocated" | "hold" | "damaged" | "in_transit";
					/** @description Only those with this lot number. */
					lot_no?: string;
					/** @description Only those on this license plate. */
					lpn?: string;
					/** @description Location code. */
					location?: string;
					/** @description Splits the rows further: lpn for one row per license plate. */
					group_by?: "lpn";
					/** @description As it stood then, whatever was booked later; now without it. */
					as_of?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Inventory"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/adjust": {
		parameters: {};
		/** Adjust stock: exactly one of qty_delta and qty_after */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AdjustInventoryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["AdjustInventoryResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/adjust-batch": {
		parameters: {};
		/** Adjust stock up to 500 times in one request */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AdjustInventoryBatchInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["AdjustInventoryBatchResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/move": {
		parameters: {};
		/** Move a pallet (pallet_lpn) or loose stock (from_location_id, item_id, qty, lot_no) */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["MoveStockInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["MoveStockResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/hold": {
		parameters: {};
		/** Place a hold on available stock */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PlaceHoldInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PlaceHoldResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/release-hold": {
		parameters: {};
		/** Lift a hold */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["LiftHoldInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PlaceHoldResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/ledger": {
		parameters: {};
		/** Ledger entries, newest first; from is inclusive, to exclusive */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description Only those of the item with this SKU. */
					sku?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those with this status. */
					status?: "available" | "allocated" | "hold" | "damaged" | "in_transit";
					/** @description Only those with this lot number. */
					lot_no?: string;
					/** @description Only those on this license plate. */
					lpn?: string;
					/** @description Only entries of this type. */
					transaction_type?: string;
					/** @description Only those with this reason code. */
					reason_code?: string;
					/** @description Only entries that name this document as their reason. */
					ref_id?: string;
					/** @description ISO 8601 date-time, or a business day. */
					from?: string;
					/** @description ISO 8601 date-time, or a business day. */
					to?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InventoryStatementLine"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/integrity": {
		parameters: {};
		/** Compare every balance with the sum of its ledger entries */
		get: {
			parameters: {
				query?: {
					/** @description Sum from the first entry on, and not from the newest closing. */
					whole_ledger?: boolean;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InventoryIntegrity"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/{id}/holders": {
		parameters: {};
		/** Who holds this stock, and why it cannot be allocated */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InventoryHolders"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inventory/statement": {
		parameters: {};
		/** A merchant's stock over a period; its lines are ledger entries */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description The first day, included. */
					from?: string;
					/** @description The last day, included. */
					to?: string;
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InventoryStatement"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/wms/lots/hold": {
		parameters: {};
		/** Put a lot on hold in all places, and name the shipments it left with */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["HoldLotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["HoldLotResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/lots/release": {
		parameters: {};
		/** End the hold of a lot in all places */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReleaseLotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReleaseLotResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pallets": {
		parameters: {};
		/** License plates */
		get: {
			parameters: {
				query?: {
					/** @description Only those on this license plate. */
					lpn?: string;
					/** @description Only those with this type. */
					type?: "pallet" | "carton";
					/** @description Only those with this state. */
					state?: "planned" | "active" | "picked" | "loaded" | "shipped" | "consumed";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Only what stands on this license plate. */
					parent_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PalletCarton"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a pallet, or a carton on one */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreatePalletInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Pallet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pallets/{id}": {
		parameters: {};
		/** One license plate with its cartons and stock */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Pallet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Nest a carton on a pallet, take it off, set the SSCC */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdatePalletInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Pallet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pallets/merge": {
		parameters: {};
		/** Put everything on some license plates onto another at the same place */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["MergePalletsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Pallet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pallets/split": {
		parameters: {};
		/** Take goods off a license plate onto another at the same place */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["SplitPalletInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Pallet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/reason-codes": {
		parameters: {};
		/** Reason codes */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReasonCode"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add a reason code */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReasonCodeInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateReasonCodeResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/reason-codes/{code}": {
		parameters: {};
		/** Change or deactivate a reason code */
		patch: {
			parameters: {
				path: {
					/** @description Its code. */
					code: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateReasonCodeInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["UpdateReasonCodeResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-tasks": {
		parameters: {};
		/** Count tasks, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this state. */
					state?: "pending" | "in_progress" | "completed" | "review" | "cancelled";
					/** @description Only those with this kind. */
					kind?: "manual" | "plan" | "zero" | "short_pick";
					/** @description The tasks of this count plan. */
					plan_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only tasks assigned to this member. */
					assignee_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountTaskRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a count task over locations or items; its locations are locked while it is open, unless lock says otherwise */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateCountTaskInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-tasks/{id}": {
		parameters: {};
		/** One count task with its lines */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Complete, approve, recount or cancel a count task */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CompleteCountInput"] | components["schemas"]["ApproveCountInput"] | components["schemas"]["RecountTaskInput"] | components["schemas"]["CancelCountInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-tasks/{id}/lines": {
		parameters: {};
		/** Record counted lines; counting a line again replaces it */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RecordCountsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-plans": {
		parameters: {};
		/** List count plans */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountPlan"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a count plan */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateCountPlanInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountPlan"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-plans/{id}": {
		parameters: {};
		/** One count plan */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountPlan"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a count plan */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateCountPlanInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountPlan"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/count-plans/{id}/run": {
		parameters: {};
		/** Make a plan's count tasks of a day */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RunCountPlanInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RunCountPlanResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/counts/accuracy": {
		parameters: {};
		/** How accurate the books were, by the counts completed in a time */
		get: {
			parameters: {
				query?: {
					/** @description Counts completed from this moment on. */
					from?: string;
					/** @description Counts completed before this moment. */
					to?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Splits the rows further: lpn for one row per license plate. */
					group_by?: "zone" | "item_class" | "merchant" | "plan";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountAccuracy"][];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/counts/lines": {
		parameters: {};
		/** Counted lines of the counts that are over, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Counts completed from this moment on. */
					from?: string;
					/** @description Counts completed before this moment. */
					to?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this zone. */
					zone?: string;
					/** @description Lines of items of this class. */
					item_class?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Lines of this plan’s counts. */
					plan_id?: string;
					/** @description Whether what was found was what the ledger had. */
					is_exact?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CountLine"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/imports/items": {
		parameters: {};
		/** Import items from CSV */
		post: {
			parameters: {
				query?: {
					/** @description Checks every line and changes nothing. */
					dry_run?: boolean;
					/** @description Applies the good lines though others are bad. */
					skip_bad_lines?: boolean;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["StartImportItemsInput"];
					"multipart/form-data": {
						csv: string[];
						/** @description Checks every line and changes nothing. */
						dry_run?: boolean;
						/** @description Applies the good lines though others are bad. */
						skip_bad_lines?: boolean;
					};
					"text/csv": string;
					"text/tab-separated-values": string;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Import"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/imports/locations": {
		parameters: {};
		/** Import locations from CSV */
		post: {
			parameters: {
				query?: {
					/** @description Checks every line and changes nothing. */
					dry_run?: boolean;
					/** @description Applies the good lines though others are bad. */
					skip_bad_lines?: boolean;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["StartImportLocationsInput"];
					"multipart/form-data": {
						csv: string[];
						/** @description Checks every line and changes nothing. */
						dry_run?: boolean;
						/** @description Applies the good lines though others are bad. */
						skip_bad_lines?: boolean;
					};
					"text/csv": string;
					"text/tab-separated-values": string;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Import"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/imports/stock": {
		parameters: {};
		/** Import opening stock from CSV */
		post: {
			parameters: {
				query?: {
					/** @description Checks every line and changes nothing. */
					dry_run?: boolean;
					/** @description Applies the good lines though others are bad. */
					skip_bad_lines?: boolean;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["StartImportStockInput"];
					"multipart/form-data": {
						csv: string[];
						/** @description Checks every line and changes nothing. */
						dry_run?: boolean;
						/** @description Applies the good lines though others are bad. */
						skip_bad_lines?: boolean;
					};
					"text/csv": string;
					"text/tab-separated-values": string;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Import"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/imports": {
		parameters: {};
		/** Imports, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ImportRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/imports/{id}": {
		parameters: {};
		/** An import, how far it is and its bad lines */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Import"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/imports/{id}/errors": {
		parameters: {};
		/** The bad lines of an import */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ImportErrorRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts": {
		parameters: {};
		/** Inbound receipts, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this status. */
					status?: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceiptRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create an inbound receipt; with receive, count it in and complete it at once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReceiptInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceipt"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/batch": {
		parameters: {};
		/** Create up to 500 inbound receipts in one request */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReceiptBatchInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateReceiptBatchResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}": {
		parameters: {};
		/** One receipt with lines, progress and item names */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceipt"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/lines": {
		parameters: {};
		/** Add an unplanned line, for an item found at the dock */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AddReceiptLineInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceipt"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/receive-line": {
		parameters: {};
		/** Count one line */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReceiveLineInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReceiveLineResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/receive-all": {
		parameters: {};
		/** Count many lines at once, all or none */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReceiveAllInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReceiveAllResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/reverse-line": {
		parameters: {};
		/** Correct a wrong count, before the receipt is closed */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReverseReceiptLineInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReverseReceiptLineResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/complete-receive": {
		parameters: {};
		/** Complete a receipt: counting ends */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["CompleteReceiveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceipt"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/close": {
		parameters: {};
		/** Close a received receipt for good */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceipt"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/discrepancies": {
		parameters: {};
		/** What is short, over, damaged, rejected or of the wrong lot; frozen once the receipt is closed */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceiptDiscrepancies"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/lots/correct": {
		parameters: {};
		/** Correct a lot's dates, audited */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CorrectLotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CorrectLotResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/receiving-tasks": {
		parameters: {};
		/** Create the receiving task of a receipt, or return the open one */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReceivingTaskInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Task"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/tasks": {
		parameters: {};
		/** Tasks of every kind, most urgent first, then oldest */
		get: {
			parameters: {
				query?: {
					/** @description Only tasks of this type. */
					task_type?: string;
					/** @description Only those with this status. */
					status?: "pending" | "in_progress" | "completed" | "cancelled";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description true: with how much of each is done. */
					with_progress?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Task"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/tasks/{id}": {
		parameters: {};
		/** One task with its progress */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Task"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Start, complete or cancel a receiving task */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["StartReceivingTaskInput"] | components["schemas"]["CompleteReceivingTaskInput"] | components["schemas"]["CancelReceivingTaskInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Task"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/work/claim": {
		parameters: {};
		/** Claim the next thing to do in a warehouse, of any kind */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ClaimWorkInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ClaimWorkResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/waves": {
		parameters: {};
		/** Waves, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "open" | "released" | "picking" | "completed" | "cancelled";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WaveRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Open a wave, of chosen shipments or of those waiting for its warehouse, ship mode and cutoff */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["OpenWaveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Wave"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/waves/{id}": {
		parameters: {};
		/** One wave with its shipments and those its release left out */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Wave"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Add or remove shipments, release or cancel a wave */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AddWaveShipmentsInput"] | components["schemas"]["RemoveWaveShipmentsInput"] | components["schemas"]["ReleaseWaveInput"] | components["schemas"]["CancelWaveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Wave"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-tasks": {
		parameters: {};
		/** Pick tasks in walking order: zone, pick sequence, location */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "open" | "assigned" | "in_progress" | "done" | "short" | "cancelled";
					/** @description Only those of this wave. */
					wave_id?: string;
					/** @description Only those of this shipment. */
					shipment_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only tasks assigned to this member. */
					assignee_id?: string;
					/** @description Only those with this zone. */
					zone?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickTask"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-tasks/claim": {
		parameters: {};
		/** Claim the next open pick task of a warehouse */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ClaimNextPickInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-tasks/{id}": {
		parameters: {};
		/** One pick task */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Claim, start, unclaim, confirm or short a pick task */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ClaimPickInput"] | components["schemas"]["StartPickInput"] | components["schemas"]["UnclaimPickInput"] | components["schemas"]["ConfirmPickInput"] | components["schemas"]["ShortPickInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/shipments/{id}/cartons": {
		parameters: {};
		/** The cartons of a shipment, unpacked ones included */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ShipmentCartons"][];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Pack picked units into a carton, which gets its SSCC */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PackCartonInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ShipmentCartons"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/cartons/{id}": {
		parameters: {};
		/** One carton with its contents */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ShipmentCartons"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Unpack a carton; its SSCC is not reused */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ShipmentCartons"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/shipments": {
		parameters: {};
		/** Shipments, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Default: order and direct. */
					kind?: "order" | "direct" | "transfer";
					/** @description Only those with this status. */
					status?: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
					/** @description Comma-separated: commit, picking, picked, packed, shipped, delivered, cancelled. */
					statuses?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this sales order. */
					order_id?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ShipmentRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a shipment without an order; its stock is allocated at once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateShipmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Shipment"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/shipments/{id}": {
		parameters: {};
		/** One shipment with its lines and the stock under them */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Shipment"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Pick, pack, ship, deliver or cancel a shipment */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PickShipmentInput"] | components["schemas"]["PackShipmentInput"] | components["schemas"]["ShipShipmentInput"] | components["schemas"]["DeliverShipmentInput"] | components["schemas"]["CancelShipmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Shipment"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/put-back-tasks": {
		parameters: {};
		/** Picked stock of cancelled shipments that is waiting to be put back, oldest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "open" | "done";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this shipment. */
					shipment_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutBackTask"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/put-back-tasks/{id}": {
		parameters: {};
		/** Complete a put-back task: the stock is available again */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CompletePutBackInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutBackTask"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/loads": {
		parameters: {};
		/** Loads, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["LoadRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Plan a load */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateLoadInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Load"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/loads/{id}": {
		parameters: {};
		/** One load with its shipments */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Load"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a load, add or remove shipments, load or unload it, ship it or cancel it */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AddLoadShipmentsInput"] | components["schemas"]["RemoveLoadShipmentsInput"] | components["schemas"]["StartLoadingInput"] | components["schemas"]["FinishLoadingInput"] | components["schemas"]["UnloadInput"] | components["schemas"]["ShipLoadInput"] | components["schemas"]["CancelLoadInput"] | components["schemas"]["ActOnLoadInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Load"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/documents": {
		parameters: {};
		/** Shipping documents, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this kind. */
					kind?: "packing_list" | "bill_of_lading";
					/** @description Only those about this document. */
					subject_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DocumentRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/documents/{id}": {
		parameters: {};
		/** A document as PDF, as its goods left */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Document"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/wms/shipments/{id}/packing-list": {
		parameters: {};
		/** The packing list of a shipped shipment */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DocumentRow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/loads/{id}/bill-of-lading": {
		parameters: {};
		/** The bill of lading of a shipped load */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DocumentRow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/transfers": {
		parameters: {};
		/** Transfers between warehouses, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those that leave this warehouse. */
					from_warehouse_id?: string;
					/** @description Only those that go to this warehouse. */
					to_warehouse_id?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["TransferRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Draft a transfer; with release, hold its stock and announce it at the destination at once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateTransferInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Transfer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/transfers/{id}": {
		parameters: {};
		/** One transfer with its lines, and what of its goods is where */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Transfer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Act on a transfer */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReleaseTransferInput"] | components["schemas"]["ShipTransferInput"] | components["schemas"]["CloseTransferInput"] | components["schemas"]["CancelTransferInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Transfer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/customers": {
		parameters: {};
		/** List customers */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Customer"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a customer */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateCustomerInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Customer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/customers/{id}": {
		parameters: {};
		/** One customer */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Customer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a customer */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateCustomerInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Customer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/channels": {
		parameters: {};
		/** List channels */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those with this type. */
					type?: "manual" | "storefront" | "marketplace" | "edi" | "pos" | "api";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Channel"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a channel */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateChannelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Channel"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/channels/{id}": {
		parameters: {};
		/** One channel */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Channel"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a channel */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateChannelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Channel"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/retailers": {
		parameters: {};
		/** List retailers */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Retailer"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a retailer */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateRetailerInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Retailer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/retailers/{id}": {
		parameters: {};
		/** One retailer */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Retailer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a retailer */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateRetailerInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Retailer"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders": {
		parameters: {};
		/** Sales orders, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
					/** @description Comma-separated: draft, pending_review, confirmed, allocated, released, partially_fulfilled, fulfilled, delivered, cancelled. */
					statuses?: string;
					/** @description Only those of this sales channel. */
					channel_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description ISO 8601 date-time, or a business day. */
					created_from?: string;
					/** @description ISO 8601 date-time, or a business day. */
					created_to?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OrderRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a draft sales order */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["CreateOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/batch": {
		parameters: {};
		/** Create up to 500 draft sales orders in one request */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateOrderBatchInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateOrderBatchResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}": {
		parameters: {};
		/** One sales order with lines, customer, channel and shipments */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Act on an order, or edit a draft with {fields, lines} */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["SubmitOrderInput"] | components["schemas"]["ApproveOrderInput"] | components["schemas"]["AllocateOrderInput"] | components["schemas"]["ReleaseOrderInput"] | components["schemas"]["FulfillOrderInput"] | components["schemas"]["PartiallyFulfillOrderInput"] | components["schemas"]["DeliverOrderInput"] | components["schemas"]["CancelOrderInput"] | components["schemas"]["ActOnOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/push-to-wms": {
		parameters: {};
		/** Release an order to the WMS and create its shipment at commit */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["PushToWmsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/cancel-request": {
		parameters: {};
		/** Cancel a released order; picked stock is put back by a task */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RequestOrderCancelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/holds": {
		parameters: {};
		/** Place a hold: an order on hold does not move */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["HoldOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/holds/{holdId}": {
		parameters: {};
		/** Lift a hold */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
					/** @description The hold's id. */
					holdId: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Order"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/events": {
		parameters: {};
		/** What happened to an order, its shipments included, numbered by order_seq without gaps */
		get: {
			parameters: {
				query?: {
					/** @description Continues after this position, taken from the answer before; from the beginning without it. */
					after?: number;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OrderEvent"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/oms/availability": {
		parameters: {};
		/** Available to promise per product: available stock minus what is promised minus safety stock */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this product. */
					product_id?: string;
					/** @description Only those of the item with this SKU. */
					sku?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Availability"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/oms/orders/{id}/allocations": {
		parameters: {};
		/** What an order holds, and why; with dry_run=1 what a release would allocate now */
		get: {
			parameters: {
				query?: {
					/** @description true: what would happen now, without doing it. */
					dry_run?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OrderAllocations"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/inventory": {
		parameters: {};
		/** OMS inventory of an organization without a WMS */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this product. */
					product_id?: string;
					/** @description Only those of the item with this SKU. */
					sku?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this status. */
					status?: "available" | "allocated";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OmsInventory"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/oms/inventory/adjust": {
		parameters: {};
		/** Change OMS inventory by a signed quantity; standalone mode only */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AdjustOmsInventoryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["AdjustOmsInventoryResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/events": {
		parameters: {};
		/** What happened, in order, since a given position */
		get: {
			parameters: {
				query?: {
					/** @description Continues after this position, taken from the answer before; from the beginning without it. */
					after?: string;
					/** @description Comma-separated event types, kinds like sales_order.*, or * for all. */
					types?: string;
					/** @description Only those about this document. */
					subject_id?: string;
					/** @description How many to answer at most. */
					limit?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Events"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/events/stream": {
		parameters: {};
		/** Follow events as they happen (server-sent events) */
		get: {
			parameters: {
				query?: {
					/** @description Comma-separated event types, kinds like sales_order.*, or * for all. */
					types?: string;
					/** @description Only those about this document. */
					subject_id?: string;
				};
			};
			responses: {
				/** @description A stream of server-sent events. */
				200: {
					content: {
						"text/event-stream": string;
					};
				};
			};
		};
	};
	"/api/oms/returns": {
		parameters: {};
		/** Returns, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this sales order. */
					order_id?: string;
					/** @description Only those of this shipment. */
					shipment_id?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Ask for a return, never of more than was shipped */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}": {
		parameters: {};
		/** One return with its lines, inspections and dispositions */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Act on a return */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AuthorizeReturnInput"] | components["schemas"]["RejectReturnInput"] | components["schemas"]["CancelReturnInput"] | components["schemas"]["CloseReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}/lines": {
		parameters: {};
		/** Add lines to a return; once it is authorized, to its receipt too */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AddReturnLinesInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}/inspect": {
		parameters: {};
		/** Record what inspection found of received units */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["InspectReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}/dispose": {
		parameters: {};
		/** Decide what becomes of inspected units */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["DisposeReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}/credit": {
		parameters: {};
		/** Draft the credit note of returned units, in the standard edition */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["CreditReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Return"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/returns/lookup": {
		parameters: {};
		/** What a code scanned at the dock names, and how much of it may still come back */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this code. */
					code?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnLookup"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/returns/{id}/trace": {
		parameters: {};
		/** The way of returned units, line by line: order, shipment, receipt, inspection, disposition, credit, books */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnTrace"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/oms/return-rules": {
		parameters: {};
		/** List return rules */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnRule"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a return rule */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateReturnRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/return-rules/{id}": {
		parameters: {};
		/** One return rule */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a return rule */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateReturnRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReturnRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/oms/return-rules/dry-run": {
		parameters: {};
		/** Which return rule would apply to units, and why those before it do not */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["DryRunReturnRulesInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DryRunReturnRulesResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/cancel": {
		parameters: {};
		/** Cancel all queued labels that match a filter */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["CancelManyInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CancelManyResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/{id}/reprint": {
		parameters: {};
		/** Reprint a label that is done */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["ReprintJobInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReprintJobResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/{id}/move": {
		parameters: {};
		/** Move a queued label to another printer */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["MoveJobInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintJob"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs": {
		parameters: {};
		/** The queue: newest first; with status queued or printing oldest first, in printing order */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "queued" | "printing" | "done" | "failed" | "cancelled";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Part of the label kind, the document number or the printer’s name, the end of the job id, or an id. */
					q?: string;
					/** @description Jobs that have been in the queue for longer. */
					queued_before?: string;
					/** @description Continues after this job: nothing is shown twice while the queue moves. */
					after?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintJobRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Queue a label */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateJobInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintJob"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/bulk": {
		parameters: {};
		/** Queue up to 100 labels, all or none */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateJobsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateJobsResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/{id}": {
		parameters: {};
		/** One print job */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintJob"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Cancel (only from queued) or retry (only from failed) */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CancelJobInput"] | components["schemas"]["RetryJobInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintJob"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/print-jobs/{id}/preview": {
		parameters: {};
		/** The label's picture, approximate: fonts differ from a printer's */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"image/png": string;
					};
				};
			};
		};
	};
	"/api/wms/print-devices": {
		parameters: {};
		/** The device ledger, maintained by the hubs */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this print hub. */
					hub_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintDevice"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/print-devices/{id}": {
		parameters: {};
		/** Make a printer the default label printer of its warehouse, or stop it being the default */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["SetDefaultDeviceInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PrintDevice"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/hubs/enrollment-keys": {
		parameters: {};
		/** Enrollment keys, newest first; the keys themselves are never shown again */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["HubEnrollmentKey"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a key that can only enroll hubs; enrollment_key is shown in this response only */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateEnrollmentKeyInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateEnrollmentKeyResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/hubs/enrollment-keys/{id}": {
		parameters: {};
		/** Revoke an enrollment key at once; hubs enrolled with it stay */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["HubEnrollmentKey"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/hubs": {
		parameters: {};
		/** Hubs of the organization */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Hub"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/hubs/{id}": {
		parameters: {};
		/** One hub */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Hub"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Revoke a hub: its link is closed, it can claim nothing more, and its printers leave the ledger */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Hub"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Rename a hub or move it, with its printers, to another warehouse */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateHubInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Hub"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/accounts": {
		parameters: {};
		/** Accounts with their balances, by code */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this type. */
					type?: "asset" | "liability" | "equity" | "revenue" | "expense";
					/** @description Must belong to the type: bank and cash are assets, tax is a liability, ... */
					subtype?: "bank" | "cash" | "receivable" | "inventory" | "prepayment" | "fixed_asset" | "other_asset" | "payable" | "tax" | "deferred" | "other_liability" | "equity" | "retained_earnings" | "service_revenue" | "freight_revenue" | "other_income" | "direct_cost" | "freight_cost" | "overhead" | "other_expense";
					/** @description Only the account that plays this part in automatic postings. */
					system_key?: "ar" | "ap" | "cash_default" | "customer_deposits" | "sales_tax_payable" | "input_tax" | "revenue_storage" | "revenue_handling" | "revenue_fulfillment" | "revenue_freight" | "revenue_vas" | "revenue_product" | "freight_cost" | "expense_default" | "bad_debt" | "rounding" | "fx_gain_loss" | "retained_earnings" | "opening_balance" | "unbilled_ar";
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Account"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add an account */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateAccountInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Account"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/accounts/{id}": {
		parameters: {};
		/** Delete an unused account; 409 ACCOUNT_IN_USE otherwise */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteAccountResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change or archive an account */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateAccountInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Account"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries/chain": {
		parameters: {};
		/** Check the journal's hash chain */
		get: {
			parameters: {
				query?: {
					/** @description Continues after this position, taken from the answer before; from the beginning without it. */
					after?: number;
					/** @description How many to answer at most. */
					limit?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalEntryChain"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries": {
		parameters: {};
		/** Journal entries, newest first; with account_id the general ledger detail of that account, oldest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this account. */
					account_id?: string;
					/** @description Only those made from this kind of document. */
					source_type?: "invoice" | "bill" | "payment" | "manual" | "accrual" | "fx_revaluation" | "opening" | "closing";
					/** @description Only those made from this document. */
					source_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "hledger";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalEntry"][];
							meta: components["schemas"]["PageFacts"];
						};
						"text/csv": string;
						"text/plain": string;
					};
				};
			};
		};
		/** Post a manual entry */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PostManualEntryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalEntry"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries/{id}": {
		parameters: {};
		/** One journal entry with its lines */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalEntry"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries/{id}/reverse": {
		parameters: {};
		/** Reverse a manual entry, once */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReverseEntryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalEntry"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-lines": {
		parameters: {};
		/** Journal lines, oldest first: those that a report figure adds up */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this account. */
					account_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Lines that name no merchant. */
					without_merchant?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
					/** @description Lines of revenue and expense accounts. */
					income?: boolean;
					/** @description The opposite lines of entries that moved money. */
					beside_cash?: boolean;
					/** @description Without year-end closing entries. */
					without_closing?: boolean;
					/** @description Lines of one row of the tax report, as it names it. */
					tax_group?: string;
					/** @description Of a tax_group, only what was taxed, or only the tax. */
					tax_part?: "base" | "tax";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["JournalLine"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/accounting/reports/trial-balance": {
		parameters: {};
		/** Trial balance as of a day, or of a period */
		get: {
			parameters: {
				query?: {
					/** @description As it stood then, whatever was booked later; now without it. */
					as_of?: string;
					/** @description The first day, included. */
					from?: string;
					/** @description The last day, included. */
					to?: string;
					/** @description base: everything in the organization's currency; document: each amount in the currency of its document. */
					currency?: "base" | "document";
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportTrialBalance"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/accounting/reports/profit-and-loss": {
		parameters: {};
		/** Revenue less costs of a period, in the base currency */
		get: {
			parameters: {
				query?: {
					/** @description The first day, included. */
					from?: string;
					/** @description The last day, included. */
					to?: string;
					/** @description Sets an earlier period beside it: the same days a year before, or the period before, which is as many months if these are whole months, else as many days; for a balance sheet the end of the month before. */
					compare?: "previous_period" | "previous_year";
					/** @description Only lines that name this merchant. */
					merchant_id?: string;
					/** @description Breaks every figure down by merchant. */
					by?: "merchant";
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportProfitAndLoss"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/accounting/reports/balance-sheet": {
		parameters: {};
		/** Assets, liabilities and equity at the end of a day, in the base currency */
		get: {
			parameters: {
				query?: {
					/** @description As it stood then, whatever was booked later; now without it. */
					as_of?: string;
					/** @description Sets an earlier period beside it: the same days a year before, or the period before, which is as many months if these are whole months, else as many days; for a balance sheet the end of the month before. */
					compare?: "previous_period" | "previous_year";
					/** @description Only lines that name this merchant. */
					merchant_id?: string;
					/** @description Breaks every figure down by merchant. */
					by?: "merchant";
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportProfitAndLoss"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/accounting/reports/cash-flow": {
		parameters: {};
		/** Where money came from and went to in a period (direct method), in the base currency */
		get: {
			parameters: {
				query?: {
					/** @description The first day, included. */
					from?: string;
					/** @description The last day, included. */
					to?: string;
					/** @description Sets an earlier period beside it: the same days a year before, or the period before, which is as many months if these are whole months, else as many days; for a balance sheet the end of the month before. */
					compare?: "previous_period" | "previous_year";
					/** @description Only lines that name this merchant. */
					merchant_id?: string;
					/** @description Breaks every figure down by merchant. */
					by?: "merchant";
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportProfitAndLoss"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/accounting/reports/tax": {
		parameters: {};
		/** Tax on sales and on purchases of a period, by code and rate, in the base currency */
		get: {
			parameters: {
				query?: {
					/** @description The first day, included. */
					from?: string;
					/** @description The last day, included. */
					to?: string;
					/** @description Each document by itself; with format=csv. */
					by?: "document";
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportTax"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/accounting/invoices": {
		parameters: {};
		/** Invoices and credit notes, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this status. */
					status?: "draft" | "open" | "partially_paid" | "paid" | "void";
					/** @description Only those with this kind. */
					kind?: "invoice" | "credit_note";
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this customer. */
					customer_id?: string;
					/** @description Only those made this way. */
					source?: "manual" | "billing_run" | "sales_order" | "return";
					/** @description Only those of this billing run. */
					run_id?: string;
					/** @description Only those of this sales order. */
					sales_order_id?: string;
					/** @description Only credit notes of this invoice. */
					original_invoice_id?: string;
					/** @description true: only those in dispute; false: only the others. */
					disputed?: boolean;
					/** @description true: only those past their due date with something open; false: only the others. */
					overdue?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InvoiceRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a draft invoice or credit note, or the invoice of a fulfilled sales order */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["CreateInvoiceInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Invoice"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/invoices/{id}": {
		parameters: {};
		/** One invoice with its lines, as JSON, as a PDF to send, or as a European e-invoice */
		get: {
			parameters: {
				query?: {
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "pdf" | "cii" | "ubl";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Invoice"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"application/pdf": string;
						"application/xml": string;
					};
				};
			};
		};
		/** Delete a draft; an issued invoice is voided instead */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteInvoiceResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change, issue, void, dispute or resolve an invoice */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["IssueInvoiceInput"] | components["schemas"]["VoidInvoiceInput"] | components["schemas"]["DisputeInvoiceInput"] | components["schemas"]["ResolveDisputeInput"] | components["schemas"]["ActOnInvoiceInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Invoice"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/invoices/{id}/payments": {
		parameters: {};
		/** What was applied to an invoice, and what a credit note was used on */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InvoicePayment"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Record a payment or a write-off, apply or refund a credit note, or reverse a payment */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RecordInvoicePaymentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RecordInvoicePaymentResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/bills": {
		parameters: {};
		/** Bills and vendor credits, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this status. */
					status?: "draft" | "open" | "partially_paid" | "paid" | "void";
					/** @description Only those with this kind. */
					kind?: "bill" | "vendor_credit";
					/** @description Only those with this type. */
					bill_type?: "general" | "purchase" | "freight" | "drayage";
					/** @description Only those of this vendor. */
					vendor_id?: string;
					/** @description Only those of this carrier. */
					carrier_id?: string;
					/** @description Only those of this load. */
					load_id?: string;
					/** @description Only those of this transport order. */
					tms_order_id?: string;
					/** @description Only those of this purchase order. */
					purchase_order_id?: string;
					/** @description true: only those past their due date with something open; false: only the others. */
					overdue?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a draft bill or vendor credit */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateBillInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Bill"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/bills/{id}": {
		parameters: {};
		/** One bill with its lines and splits */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Bill"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Delete a draft; an approved bill is voided instead */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteBillResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change, approve or void a bill */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ApproveBillInput"] | components["schemas"]["VoidBillInput"] | components["schemas"]["ActOnBillInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Bill"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/bills/{id}/payments": {
		parameters: {};
		/** What was applied to a bill, and what a vendor credit was used on */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InvoicePayment"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Record a payment, apply or refund a vendor credit, or reverse a payment */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RecordBillPaymentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RecordBillPaymentResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/reports/aging": {
		parameters: {};
		/** What was open on a day, by how long it was overdue then; with one party and format=pdf a statement */
		get: {
			parameters: {
				query?: {
					/** @description Receivable: what customers and merchants owe; payable: what vendors and carriers are owed. */
					side?: "receivable" | "payable";
					/** @description As it stood then, whatever was booked later; now without it. */
					as_of?: string;
					/** @description Upper bounds in days overdue; 30,60,90 by default. */
					buckets?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this customer. */
					customer_id?: string;
					/** @description Only those of this vendor. */
					vendor_id?: string;
					/** @description Only those of this carrier. */
					carrier_id?: string;
					/** @description The first day, included. */
					from?: string;
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv" | "pdf";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReportAging"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/csv": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/accounting/billing/items": {
		parameters: {};
		/** Billing items, by code */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this category. */
					category?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingItem"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add a billing item */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateBillingItemInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingItem"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/items/{id}": {
		parameters: {};
		/** One billing item */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingItem"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Delete an unused billing item; 409 ITEM_IN_USE otherwise */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteBillingItemResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a billing item */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateBillingItemInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingItem"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rate-sheets": {
		parameters: {};
		/** Rate sheets, newest version first under each code; the lines come with the single sheet */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only those with this code. */
					code?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this status. */
					status?: "draft" | "active" | "archived";
					/** @description Only those in force on this day. */
					effective_on?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheet"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a draft rate sheet */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateRateSheetInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rate-sheets/{id}": {
		parameters: {};
		/** One rate sheet with its lines */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Delete a draft rate sheet */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteRateSheetResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Activate, archive or revise a rate sheet, or change a draft */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ActivateRateSheetInput"] | components["schemas"]["ArchiveRateSheetInput"] | components["schemas"]["ReviseRateSheetInput"] | components["schemas"]["ActOnBillingRateSheetInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheet"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rate-sheets/{id}/lines": {
		parameters: {};
		/** Lines of a rate sheet, in order */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheetLine"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add a line to a draft rate sheet */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AddRateLineInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheetLine"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rate-sheets/{id}/lines/{lineId}": {
		parameters: {};
		/** Remove a line of a draft rate sheet */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
					/** @description The line's id. */
					lineId: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteRateLineResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a line of a draft rate sheet */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
					/** @description The line's id. */
					lineId: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateRateLineInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRateSheetLine"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rules": {
		parameters: {};
		/** Billing rules, in the order they are tried */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description Only rules for this billable event. */
					event?: string;
					/** @description Only rules with this effect. */
					effect?: "charge" | "no_charge";
					/** @description Only those of this billing item. */
					billing_item_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRule"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add a billing rule */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateBillingRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/rules/{id}": {
		parameters: {};
		/** One billing rule */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Delete a rule that has never charged anything; 409 RULE_IN_USE otherwise */
		delete: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DeleteBillingRuleResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a billing rule */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateBillingRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/runs": {
		parameters: {};
		/** Billing runs, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "queued" | "running" | "completed" | "completed_with_exceptions" | "failed" | "cancelled";
					/** @description Only runs of this mode. */
					mode?: "preview" | "draft";
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only runs whose period reaches to this day or later. */
					period_from?: string;
					/** @description Only runs whose period begins on this day or earlier. */
					period_to?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRun"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Start a billing run; answers at once with its record */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["StartBillingRunInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRun"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/billing/runs/{id}": {
		parameters: {};
		/** A billing run with its merchants, exceptions (paged) and invoices; as text/event-stream its progress */
		get: {
			parameters: {
				query?: {
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
				};
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingRun"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"text/event-stream": string;
					};
				};
			};
		};
	};
	"/api/accounting/billing/charges": {
		parameters: {};
		/** Charges, or totals of them with group_by; format=csv is the backup for an invoice */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this billing run. */
					run_id?: string;
					/** @description Only those of this invoice. */
					invoice_id?: string;
					/** @description Only those billed by this line of an invoice. */
					invoice_line_id?: string;
					/** @description Only those made from this kind of document. */
					source_type?: string;
					/** @description Only those made from this document. */
					source_id?: string;
					/** @description Only charges that follow from this charge. */
					parent_charge_id?: string;
					/** @description Only those of this billing item. */
					billing_item_id?: string;
					/** @description Only those with this kind. */
					kind?: "event" | "storage" | "recurring" | "minimum" | "surcharge" | "manual" | "adjustment";
					/** @description Only those with this status. */
					status?: "rated" | "invoiced" | "waived";
					/** @description Only services rendered on this day or later. */
					service_from?: string;
					/** @description Only services rendered on this day or earlier. */
					service_to?: string;
					/** @description Comma-separated: source, pricing, journal. */
					expand?: string;
					/** @description Comma-separated: billing_item, merchant, month. */
					group_by?: string;
					/** @description The form of the answer: JSON without it, or a file. */
					format?: "json" | "csv";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: (components["schemas"]["BillingCharge"] | components["schemas"]["BillingCharge2"])[];
							meta: components["schemas"]["PageFacts"];
						};
						"text/csv": string;
					};
				};
			};
		};
		/** Add a charge or credit by hand, or waive one with {charge_id, action: waive, reason} */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RecordChargeInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillingCharge"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries/revaluations": {
		parameters: {};
		/** Revalue open foreign-currency receivables and payables at month-end rates */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["RevalueBalancesInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RevalueBalancesResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/accounting/journal-entries/accruals": {
		parameters: {};
		/** Accrue the revenue of charges not invoiced by month-end */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AccrueRevenueInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["AccrueRevenueResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/exports/stock": {
		parameters: {};
		/** Stock by item, location, status, lot and pallet */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/ledger": {
		parameters: {};
		/** Every stock movement of a period */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/items": {
		parameters: {};
		/** The items with their measures and barcodes */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/orders": {
		parameters: {};
		/** Sales orders of a period, one row per line */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/returns": {
		parameters: {};
		/** Returns of a period, one row per line */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/invoices": {
		parameters: {};
		/** Invoices and credit notes of a period, one row per line */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/exports/charges": {
		parameters: {};
		/** Rated activity of a period, with the invoice it is on */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Starts with a byte order mark, so that Excel recognises the encoding. */
					bom?: boolean;
					/** @description On this day or later. */
					date_from?: string;
					/** @description On this day or earlier. */
					date_to?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"text/csv": string;
					};
				};
			};
		};
	};
	"/api/wms/moves": {
		parameters: {};
		/** Planned moves, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this kind. */
					kind?: "putaway" | "replenish" | "reslot" | "consolidate";
					/** @description Only those with this status. */
					status?: "open" | "assigned" | "in_progress" | "done" | "cancelled";
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this zone. */
					zone?: string;
					/** @description Only those of this wave. */
					wave_id?: string;
					/** @description Only those of this inbound receipt. */
					receipt_id?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description Only tasks assigned to this member. */
					assignee_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Move"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Plan a move by hand */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PlanMoveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Move"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/moves/claim": {
		parameters: {};
		/** Claim the most urgent open move of a warehouse */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ClaimNextMoveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Move"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/moves/{id}": {
		parameters: {};
		/** One planned move */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Move"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Claim, start, unclaim, confirm or cancel a planned move */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ClaimMoveInput"] | components["schemas"]["StartMoveInput"] | components["schemas"]["UnclaimMoveInput"] | components["schemas"]["ConfirmMoveInput"] | components["schemas"]["CancelMoveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Move"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/putaway-rules": {
		parameters: {};
		/** List putaway rules */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutawayRule"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a putaway rule */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreatePutawayRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutawayRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/putaway-rules/{id}": {
		parameters: {};
		/** One putaway rule */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutawayRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a putaway rule */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdatePutawayRuleInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PutawayRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/putaway/plan": {
		parameters: {};
		/** Plan where goods are put away */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["PlanPutawayInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PlanPutawayResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/inbound-receipts/{id}/putaway": {
		parameters: {};
		/** Where to put goods that are still at the dock or in staging */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["InboundReceiptPutaway"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-faces/suggestions": {
		parameters: {};
		/** What the ledger suggests as the least and the most of pick faces */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description How far back. Default 30. */
					days?: number;
					/** @description How many busy days a full face lasts. Default 3. */
					cover_days?: number;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickFaceSuggestion"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-faces": {
		parameters: {};
		/** List pick faces */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this location. */
					location_id?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickFace"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a pick face */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreatePickFaceInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickFace"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/pick-faces/{id}": {
		parameters: {};
		/** One pick face */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickFace"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a pick face */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdatePickFaceInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PickFace"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/wms/replenishments/plan": {
		parameters: {};
		/** Plan moves that fill pick faces */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["PlanReplenishmentsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PlanReplenishmentsResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/carrier-accounts": {
		parameters: {};
		/** Accounts with carriers */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description How the carrier is spoken to. */
					adapter?: "generic" | "easypost";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CarrierAccount"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Add an account with a carrier */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateCarrierAccountInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CarrierAccount"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/carrier-accounts/{id}": {
		parameters: {};
		/** One account with a carrier */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CarrierAccount"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change an account; one that is not active buys nothing more, and what is under way is settled */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateCarrierAccountInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CarrierAccount"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/carrier-accounts/{id}/test": {
		parameters: {};
		/** Ask the carrier whether it answers, and knows us */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["TestCarrierAccountResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/rates": {
		parameters: {};
		/** Ask carriers what a parcel would cost, and choose */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["RateParcelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RateParcelResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/labels": {
		parameters: {};
		/** Labels bought from carriers, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this state. */
					state?: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
					/** @description Only those of this shipment. */
					shipment_id?: string;
					/** @description Only labels of this carton. */
					carton_id?: string;
					/** @description Only those of this account. */
					account_id?: string;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only the label with this number. */
					tracking_no?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Label"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Buy a label for a carton, exactly once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["BuyLabelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Label"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/labels/{id}": {
		parameters: {};
		/** One label */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Label"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Void or reprint a label, or decide what became of one */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["VoidLabelInput"] | components["schemas"]["ReprintLabelInput"] | components["schemas"]["AdoptLabelInput"] | components["schemas"]["RetryLabelInput"] | components["schemas"]["GiveUpLabelInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Label"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tms/labels/{id}/file": {
		parameters: {};
		/** The bytes the carrier sold */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/zpl": string;
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/yms/spots": {
		parameters: {};
		/** List spots */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					q?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description Only those with this kind. */
					kind?: "door" | "parking" | "staging";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Create a spot */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateSpotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/spots/{id}": {
		parameters: {};
		/** One spot */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a spot */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateSpotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/spots/{id}/close": {
		parameters: {};
		/** Take a spot out of service */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CloseSpotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/spots/{id}/open": {
		parameters: {};
		/** Put a spot back into service */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Spot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/dock-rules/{id}": {
		parameters: {};
		/** How a warehouse runs its docks */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DockRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Set how a warehouse runs its docks */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["SetDockRulesInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DockRule"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/recurring-slots": {
		parameters: {};
		/** Recurring slots, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this warehouse. */
					warehouse_id?: string;
					/** @description true: only those in use; false: only those switched off. */
					is_active?: boolean;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RecurringSlot"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Reserve a door for a carrier at the same time every week */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateRecurringSlotInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RecurringSlot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/yms/recurring-slots/{id}/end": {
		parameters: {};
		/** End a recurring slot */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RecurringSlot"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/connections": {
		parameters: {};
		/** Connections to storefronts */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "pending" | "active" | "error" | "disabled";
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this sales channel. */
					channel_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Connection"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Connect a store */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateConnectionInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Connection"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/connections/{id}": {
		parameters: {};
		/** One connection */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Connection"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change a connection; a disabled one accepts no webhooks */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateConnectionInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Connection"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/product-mappings": {
		parameters: {};
		/** What stores call our items */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this connection to a store. */
					connection_id?: string;
					/** @description Only those with this SKU, as the store calls it. */
					channel_sku?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ProductMapping"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Map a channel SKU to an item; orders waiting for it continue */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateMappingInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ProductMapping"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/product-mappings/{id}": {
		parameters: {};
		/** Correct the item a channel SKU means; orders that have the former item keep it */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["UpdateMappingInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ProductMapping"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows": {
		parameters: {};
		/** Flows */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "draft" | "published" | "archived";
					/** @description Only those for this kind of store. */
					connector?: "storefront";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Draft a flow */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateFlowInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows/{id}": {
		parameters: {};
		/** One flow, with its current draft */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change the draft of a flow; the published version keeps running until the next one is published */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateFlowInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows/{id}/versions": {
		parameters: {};
		/** Published versions of a flow, newest first */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["FlowVersions"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows/{id}/publish": {
		parameters: {};
		/** Publish the draft as the next version */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows/{id}/archive": {
		parameters: {};
		/** End a flow */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Flow"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/flows/{id}/dry-run": {
		parameters: {};
		/** What the draft of a flow would do with a stored event */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["DryRunFlowInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["DryRunFlowResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/events": {
		parameters: {};
		/** Events that arrived, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "received" | "ignored" | "failed" | "duplicate" | "unprocessed" | "processed";
					/** @description Only those of this connection to a store. */
					connection_id?: string;
					/** @description Only those of this merchant, whose goods or money they are. */
					merchant_id?: string;
					/** @description Only those of this sales order. */
					order_id?: string;
					/** @description Only those with this id, the store's own. */
					external_id?: string;
					/** @description Only those of this topic, the store's own name for what happened. */
					topic?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["EventRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/integration/events/{id}": {
		parameters: {};
		/** One event that arrived, with its body as received */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Event"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/events/{id}/replay": {
		parameters: {};
		/** Process an event again, with the currently published flow */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Event"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/runs": {
		parameters: {};
		/** Runs of flows, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "queued" | "running" | "succeeded" | "failed" | "dead";
					/** @description Only what belongs to this event. */
					event_id?: string;
					/** @description Only those of this flow. */
					flow_id?: string;
					/** @description Only those of this sales order. */
					order_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["RunRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/integration/runs/{id}": {
		parameters: {};
		/** One run with the input, result and message of each step */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["Run"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/purchase/orders/{id}": {
		parameters: {};
		/** One purchase order as its buyer edits it */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PurchaseOrder"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Edit a draft, or change a released order */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ChangeOrderInput"] | components["schemas"]["ActPurchaseOnOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["PurchaseOrder"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/purchase/bill-matches": {
		parameters: {};
		/** Bills of purchase orders with their differences, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this purchase order. */
					purchase_order_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillMatch"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/purchase/bill-matches/{id}": {
		parameters: {};
		/** What a bill charges, compared with what was ordered and received */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillMatch"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/purchase/bill-matches/{id}/accept": {
		parameters: {};
		/** Accept differences, so that the bill can be paid */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["AcceptMatchInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["BillMatch"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/drayage/orders/{id}/dispute": {
		parameters: {};
		/** The dispute file: both clocks recomputed from the events, with every earlier reading */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OrderDispute"];
							meta?: {
								[key: string]: unknown;
							};
						};
						"application/pdf": string;
					};
				};
			};
		};
	};
	"/api/drayage/orders/{id}/terms": {
		parameters: {};
		/** Change free days and rates; the clocks are recomputed, their earlier readings kept */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["ChangeTermsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["OrderDispute"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-endpoints": {
		parameters: {};
		/** Endpoints that receive events */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					status?: "active" | "disabled";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookEndpoint"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Subscribe an endpoint to events, from now on */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["CreateEndpointInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateEndpointResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-endpoints/{id}": {
		parameters: {};
		/** One endpoint */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookEndpoint"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
		/** Change, disable or enable an endpoint */
		patch: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["UpdateEndpointInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookEndpoint"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-endpoints/{id}/rotate-secret": {
		parameters: {};
		/** Give an endpoint a new secret; the old one also signs for overlap_hours */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["RotateSecretInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["CreateEndpointResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-endpoints/{id}/test": {
		parameters: {};
		/** Send a test event to an endpoint */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookEndpoint"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-endpoints/{id}/replay": {
		parameters: {};
		/** Resend the events of a time window to an endpoint, at most 10,000 */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["ReplayWindowInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ReplayWindowResult"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-deliveries": {
		parameters: {};
		/** Deliveries made, waiting or failed, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this webhook endpoint. */
					endpoint_id?: string;
					/** @description Only those with this status. */
					status?: "pending" | "delivered" | "dead";
					/** @description Only those about this type of event. */
					event_type?: string;
					/** @description Only those about this document. */
					subject_id?: string;
					/** @description Only what belongs to this event. */
					event_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookDeliveryRow"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-deliveries/{id}": {
		parameters: {};
		/** One delivery with each attempt and the answer to it */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookDelivery"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/tenancy/webhook-deliveries/{id}/replay": {
		parameters: {};
		/** Resend one event to its endpoint */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["WebhookDelivery"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/channel-pushes": {
		parameters: {};
		/** What stores were told, of SKUs and of orders, and what they report */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this connection to a store. */
					connection_id?: string;
					/** @description Only those with this kind. */
					kind?: "inventory" | "product" | "shipment" | "cancellation";
					/** @description Only those with this SKU, as the store calls it. */
					channel_sku?: string;
					/** @description Only those of this item. */
					item_id?: string;
					/** @description Only those of this sales order. */
					order_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["ChannelPush"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/api/integration/gap-searches": {
		parameters: {};
		/** Searches for orders that never arrived, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this connection to a store. */
					connection_id?: string;
					/** @description Only those with this status. */
					status?: "queued" | "running" | "done" | "failed";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["GapSearch"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
		/** Search a store's orders of a time window for those that never arrived, and fetch them */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["FindGapsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["GapSearch"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/gap-searches/{id}": {
		parameters: {};
		/** One search for orders that never arrived */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["GapSearch"];
							meta?: {
								[key: string]: unknown;
							};
						};
					};
				};
			};
		};
	};
	"/api/integration/gap-orders": {
		parameters: {};
		/** Orders that had never arrived, and what became of each */
		get: {
			parameters: {
				query?: {
					/** @description Only those found by this search for missed orders. */
					search_id?: string;
					/** @description Only those of this connection to a store. */
					connection_id?: string;
					/** @description Only those with this outcome. */
					outcome?: "missing" | "fetched" | "came_meanwhile" | "gone" | "unreadable";
					/** @description Only those with this id, the store's own. */
					external_id?: string;
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							/** @constant */
							ok: true;
							data: components["schemas"]["GapOrder"][];
							meta: components["schemas"]["PageFacts"];
						};
					};
				};
			};
		};
	};
	"/v1/operations/{id}": {
		parameters: {};
		/** The state of an accepted operation */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Operation"];
					};
				};
			};
		};
	};
	"/v1/wms/inventory": {
		parameters: {};
		/** On-hand inventory by item, location, status and lot */
		get: {
			parameters: {
				query?: {
					/** @description The SKU of an item. */
					"filter[sku]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Location code. */
					"filter[location]"?: string;
					/** @description Only those with this status. */
					"filter[status]"?: "available" | "allocated" | "hold" | "damaged" | "in_transit";
					/** @description Only those with this lot number. */
					"filter[lot_no]"?: string;
					/** @description Field to sort by, - for descending: sku, qty, updated_at, created_at. */
					sort?: "sku" | "-sku" | "qty" | "-qty" | "updated_at" | "-updated_at" | "created_at" | "-created_at";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Inventory"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/wms/inventory/adjust": {
		parameters: {};
		/** Adjust inventory of a SKU by a signed quantity, with a reason */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1AdjustInventoryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1AdjustInventoryResult"];
					};
				};
			};
		};
	};
	"/v1/wms/receipts": {
		parameters: {};
		/** Inbound receipts, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, updated_at, receipt_no. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "receipt_no" | "-receipt_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Receipt"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create an inbound receipt; with receive, count it in and complete it at once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateReceiptInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateReceiptResult"];
					};
				};
			};
		};
	};
	"/v1/wms/receipts/{id}/receive": {
		parameters: {};
		/** Receive lines by SKU, all or none; build pallets and queue their labels */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1ReceiveAllReceiveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateReceiptResult"];
					};
				};
			};
		};
	};
	"/v1/wms/shipments": {
		parameters: {};
		/** Outbound shipments, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Default: order and direct. */
					"filter[kind]"?: "order" | "direct" | "transfer";
					/** @description Only those with this status. */
					"filter[status]"?: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those of this sales order. */
					"filter[order_id]"?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					"filter[ship_mode]"?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Field to sort by, - for descending: created_at, updated_at, shipment_no. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "shipment_no" | "-shipment_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Shipment"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create an outbound shipment; its stock is allocated at once */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateShipmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateShipmentResult"];
					};
				};
			};
		};
	};
	"/v1/wms/shipments/{id}/ship": {
		parameters: {};
		/** Ship: the inventory is deducted once and the packing list printed */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ShipShipmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateShipmentResult"];
					};
				};
			};
		};
	};
	"/v1/wms/shipments/{id}/deliver": {
		parameters: {};
		/** Confirm delivery, the terminal state */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1DeliverShipmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateShipmentResult"];
					};
				};
			};
		};
	};
	"/v1/wms/waves": {
		parameters: {};
		/** Waves, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "open" | "released" | "picking" | "completed" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					"filter[ship_mode]"?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Field to sort by, - for descending: created_at, updated_at, wave_no. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "wave_no" | "-wave_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Wave"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Open a wave, of chosen shipments or of those waiting */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1OpenWaveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1OpenWaveResult"];
					};
				};
			};
		};
	};
	"/v1/wms/waves/release": {
		parameters: {};
		/** Release a wave: its pick tasks are created */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1ReleaseWaveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1OpenWaveResult"];
					};
				};
			};
		};
	};
	"/v1/wms/loads": {
		parameters: {};
		/** Loads, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those that leave this way: by parcel carrier or as freight. */
					"filter[ship_mode]"?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
					/** @description Field to sort by, - for descending: created_at, updated_at, load_no. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "load_no" | "-load_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Load"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Plan a load, optionally with shipments */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateLoadInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateLoadResult"];
					};
				};
			};
		};
	};
	"/v1/wms/loads/{id}/ship": {
		parameters: {};
		/** Ship a load: all its shipments at once, with a bill of lading */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateLoadResult"];
					};
				};
			};
		};
	};
	"/v1/wms/moves": {
		parameters: {};
		/** Planned moves, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this kind. */
					"filter[kind]"?: "putaway" | "replenish" | "reslot" | "consolidate";
					/** @description Only those with this status. */
					"filter[status]"?: "open" | "assigned" | "in_progress" | "done" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those of this inbound receipt. */
					"filter[receipt_id]"?: string;
					/** @description Only those of this wave. */
					"filter[wave_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, move_no. */
					sort?: "created_at" | "-created_at" | "move_no" | "-move_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Move"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/wms/moves/{id}/complete": {
		parameters: {};
		/** The goods of a planned move are at their target */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ConfirmMoveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Move"];
					};
				};
			};
		};
	};
	"/v1/wms/transfers": {
		parameters: {};
		/** Transfers between warehouses, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[from_warehouse_id]"?: string;
					/** @description Id or code. */
					"filter[to_warehouse_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, transfer_no. */
					sort?: "created_at" | "-created_at" | "transfer_no" | "-transfer_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Transfer"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a transfer by SKU: its stock is held at the source and announced at the destination */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateTransferInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateTransferResult"];
					};
				};
			};
		};
	};
	"/v1/wms/transfers/{id}/ship": {
		parameters: {};
		/** Ship: the goods are in transit to the destination */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ShipTransferInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateTransferResult"];
					};
				};
			};
		};
	};
	"/v1/wms/transfers/{id}/receive": {
		parameters: {};
		/** Receive goods by SKU out of what is in transit, all or none */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1ReceiveWmsAllInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateTransferResult"];
					};
				};
			};
		};
	};
	"/v1/oms/orders": {
		parameters: {};
		/** Sales orders, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[channel_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, updated_at, order_no, total. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "order_no" | "-order_no" | "total" | "-total";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1OrderRow"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a draft sales order */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateOrderResult"];
					};
				};
			};
		};
	};
	"/v1/oms/orders/{id}/release": {
		parameters: {};
		/** Release an order to the WMS: its shipments are created at commit */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ReleaseToWmsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateOrderResult"];
					};
				};
			};
		};
	};
	"/v1/oms/returns": {
		parameters: {};
		/** Returns, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those of this sales order. */
					"filter[order_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, return_no. */
					sort?: "created_at" | "-created_at" | "return_no" | "-return_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Return"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Ask for a return, never of more than was shipped */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateReturnResult"];
					};
				};
			};
		};
	};
	"/v1/oms/returns/{id}/receive": {
		parameters: {};
		/** Count, inspect and dispose of units by SKU, all or nothing */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1ReceiveReturnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1CreateReturnResult"];
					};
				};
			};
		};
	};
	"/v1/oms/inventory": {
		parameters: {};
		/** OMS inventory per product, or the WMS-synced view of it */
		get: {
			parameters: {
				query?: {
					/** @description The SKU of an item. */
					"filter[sku]"?: string;
					/** @description Only those of this product. */
					"filter[product_id]"?: string;
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Field to sort by, - for descending: sku, created_at. */
					sort?: "sku" | "-sku" | "created_at" | "-created_at";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1OmsInventory"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/oms/inventory/adjust": {
		parameters: {};
		/** Adjust OMS inventory of a SKU by a signed quantity; standalone mode only */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1AdjustOmsInventoryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1OmsInventory"];
					};
				};
			};
		};
	};
	"/v1/oms/channels/connections": {
		parameters: {};
		/** Channel connections, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "pending" | "active" | "error" | "disabled";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[channel_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, name, status. */
					sort?: "created_at" | "-created_at" | "name" | "-name" | "status" | "-status";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1ChannelConnection"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Connect a channel */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateConnectionInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1ChannelConnection"];
					};
				};
			};
		};
	};
	"/v1/oms/product-mappings": {
		parameters: {};
		/** What channels call our products, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those of this connection to a store. */
					"filter[connection_id]"?: string;
					/** @description Only those with this SKU, as the store calls it. */
					"filter[channel_sku]"?: string;
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, channel_sku. */
					sort?: "created_at" | "-created_at" | "channel_sku" | "-channel_sku";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1ProductMapping"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Map a channel SKU to a product; orders waiting for it continue */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateMappingInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1ProductMapping"];
					};
				};
			};
		};
	};
	"/v1/oms/channels/connections/{id}/test": {
		parameters: {};
		/** Test a connection; reports the result of each step */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TestConnectionResult"];
					};
				};
			};
		};
	};
	"/v1/oms/sync/inventory": {
		parameters: {};
		/** Push what is available to promise to a channel; changes are queued */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1SyncInventoryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1SyncInventoryResult"];
					};
				};
			};
		};
	};
	"/v1/oms/sync/products": {
		parameters: {};
		/** Push products to a channel; changes are queued */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1SyncProductsInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1SyncInventoryResult"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders": {
		parameters: {};
		/** Purchase orders, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[vendor_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description Field to sort by, - for descending: created_at, po_no, expected_date. */
					sort?: "created_at" | "-created_at" | "po_no" | "-po_no" | "expected_date" | "-expected_date";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1PurchaseOrder"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a purchase order */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreatePurchaseOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders/{id}": {
		parameters: {};
		/** One purchase order with what has been received of each line (an addition) */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders/{id}/approve": {
		parameters: {};
		/** Approve a draft (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders/{id}/release": {
		parameters: {};
		/** Release to WMS: creates one inbound receipt of what is left */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders/{id}/close": {
		parameters: {};
		/** Close an order short, without what has not arrived (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CloseOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/orders/{id}/cancel": {
		parameters: {};
		/** Cancel an order of which nothing has arrived (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CancelOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Order"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns": {
		parameters: {};
		/** ASNs, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those of this purchase order. */
					"filter[po_id]"?: string;
					/** @description Only those with this container number. */
					"filter[container_no]"?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description Field to sort by, - for descending: created_at, eta, asn_no. */
					sort?: "created_at" | "-created_at" | "eta" | "-eta" | "asn_no" | "-asn_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1AsnRow"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create an ASN */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CreateAsnInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns/{id}": {
		parameters: {};
		/** One ASN with its cartons and every expected arrival (an addition) */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns/{id}/eta": {
		parameters: {};
		/** Set the expected arrival; earlier ones are kept (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1SetAsnEtaInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns/{id}/depart": {
		parameters: {};
		/** Mark an ASN as on its way (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns/{id}/arrive": {
		parameters: {};
		/** Mark an ASN as arrived, with the receipt its goods are counted on (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/asns/{id}/cancel": {
		parameters: {};
		/** Cancel an ASN that has not arrived (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Asn"];
					};
				};
			};
		};
	};
	"/v1/purchase/vendors": {
		parameters: {};
		/** Vendors, newest first, each in your own words */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Only those with this code. */
					"filter[code]"?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description Field to sort by, - for descending: created_at, name, code. */
					sort?: "created_at" | "-created_at" | "name" | "-name" | "code" | "-code";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Vendor"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a vendor */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateVendorInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Vendor"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments": {
		parameters: {};
		/** Dock appointments, latest window first */
		get: {
			parameters: {
				query?: {
					/** @description The day the window begins, in the warehouse's time zone. */
					"filter[date]"?: string;
					/** @description Only those with this type. */
					"filter[type]"?: "inbound" | "outbound";
					/** @description Only those with this status. */
					"filter[status]"?: "requested" | "scheduled" | "checked_in" | "at_door" | "completed" | "no_show" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Only those with this container number. */
					"filter[container_no]"?: string;
					/** @description Field to sort by, - for descending: window_start, created_at, appointment_no. */
					sort?: "window_start" | "-window_start" | "created_at" | "-created_at" | "appointment_no" | "-appointment_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Appointment"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Book a window at a dock door */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateAppointmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}": {
		parameters: {};
		/** One dock appointment */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/approve": {
		parameters: {};
		/** Approve a requested appointment */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ApproveAppointmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/reschedule": {
		parameters: {};
		/** Move an appointment to another window */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1RescheduleAppointmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/check-in": {
		parameters: {};
		/** Check a truck in at the gate */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CheckInInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/to-door": {
		parameters: {};
		/** Put the trailer of an appointment at its door */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1ToDoorInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/complete": {
		parameters: {};
		/** End the work on an appointment */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/no-show": {
		parameters: {};
		/** Mark an appointment as a no-show */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/appointments/{id}/cancel": {
		parameters: {};
		/** Cancel an appointment nobody has arrived for */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CancelAppointmentInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Appointment"];
					};
				};
			};
		};
	};
	"/v1/yms/gate-entries": {
		parameters: {};
		/** Gate entries and exits, latest first */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those that come in, or only those that go out. */
					"filter[direction]"?: "in" | "out";
					/** @description Only those with this number plate of a truck. */
					"filter[plate]"?: string;
					/** @description Only those of this dock appointment. */
					"filter[appointment_id]"?: string;
					/** @description Field to sort by, - for descending: occurred_at, created_at. */
					sort?: "occurred_at" | "-occurred_at" | "created_at" | "-created_at";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1GateEntry"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Record a gate entry or exit */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1RecordGateEntryInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1GateEntry"];
					};
				};
			};
		};
	};
	"/v1/yms/visits": {
		parameters: {};
		/** Trailer visits with their dwell time, latest first */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Only those with this number plate of a truck. */
					"filter[plate]"?: string;
					/** @description true: only those still on the yard; false: only those that have left. */
					"filter[active]"?: boolean;
					/** @description Field to sort by, - for descending: arrived_at, departed_at, plate. */
					sort?: "arrived_at" | "-arrived_at" | "departed_at" | "-departed_at" | "plate" | "-plate";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Visit"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/yms/movements": {
		parameters: {};
		/** Yard move tasks, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "pending" | "in_progress" | "completed" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those of this trailer. */
					"filter[trailer_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, move_no. */
					sort?: "created_at" | "-created_at" | "move_no" | "-move_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Movement"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Request a trailer move */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateMoveInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Movement"];
					};
				};
			};
		};
	};
	"/v1/yms/movements/{id}/start": {
		parameters: {};
		/** Start a move */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Movement"];
					};
				};
			};
		};
	};
	"/v1/yms/movements/{id}/complete": {
		parameters: {};
		/** Complete a move: the trailer stands at its new spot */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Movement"];
					};
				};
			};
		};
	};
	"/v1/yms/movements/{id}/cancel": {
		parameters: {};
		/** Cancel a move and release its target */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1Movement"];
					};
				};
			};
		};
	};
	"/v1/yms/yard-map": {
		parameters: {};
		/** The yard as it is, or was at any past minute */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					warehouse_id?: string;
					/** @description ISO 8601 date-time, or a business day. */
					at?: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1YardMap"];
					};
				};
			};
		};
	};
	"/v1/yms/free-slots": {
		parameters: {};
		/** The next free slots of the docks */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					warehouse_id?: string;
					/** @description Only those with this type. */
					type?: "inbound" | "outbound";
					/** @description A moment, or a day at the warehouse. */
					from?: string;
					/** @description How long the slot has to be. */
					minutes?: number;
					/** @description How many to find at most. */
					count?: number;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1FreeSlots"];
					};
				};
			};
		};
	};
	"/v1/tms/orders": {
		parameters: {};
		/** Transport orders, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Id or code. */
					"filter[carrier_id]"?: string;
					/** @description Only those of this load. */
					"filter[load_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, updated_at, transport_no. */
					sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "transport_no" | "-transport_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1TmsOrderRow"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a transport order, usually from a load */
		post: {
			parameters: {};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CreateTransportOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}": {
		parameters: {};
		/** One transport order with its tenders and proofs of delivery */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/assign": {
		parameters: {};
		/** Assign a carrier at a rate */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1AssignCarrierInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/answer": {
		parameters: {};
		/** Record the carrier's answer to an offer */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1AnswerTenderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/dispatch": {
		parameters: {};
		/** Send the accepted carrier on its way */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/tracking": {
		parameters: {};
		/** Where a transport order is, and what was reported about it */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1OrderTracking"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/events": {
		parameters: {};
		/** Add a tracking event */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1RecordTrackingInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1OrderTracking"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/complete": {
		parameters: {};
		/** Close a delivered transport order */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/cancel": {
		parameters: {};
		/** Cancel a transport order that has not departed */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1CancelTransportOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/pod": {
		parameters: {};
		/** Upload proof of delivery */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1AddProofOfDeliveryInput"];
					"multipart/form-data": {
						pod_files: string[];
						signed_by?: string;
						/** Format: date-time */
						delivered_at?: string;
					};
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1TmsOrder"];
					};
				};
			};
		};
	};
	"/v1/tms/orders/{id}/pod/{file_id}": {
		parameters: {};
		/** A file of a proof of delivery */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
					/** @description The file's id. */
					file_id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/pdf": string;
						"image/png": string;
						"image/jpeg": string;
						"image/webp": string;
						"image/tiff": string;
					};
				};
			};
		};
	};
	"/v1/tms/carriers": {
		parameters: {};
		/** Carriers, by code */
		get: {
			parameters: {
				query?: {
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description true: only those in use; false: only those switched off. */
					"filter[is_active]"?: boolean;
					/** @description Field to sort by, - for descending: code, name, created_at. */
					sort?: "code" | "-code" | "name" | "-name" | "created_at" | "-created_at";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["Carrier"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/tms/freight-bills": {
		parameters: {};
		/** Freight bills with each merchant's part, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Only those with this status. */
					"filter[status]"?: "draft" | "open" | "partially_paid" | "paid" | "void";
					/** @description Id or code. */
					"filter[carrier_id]"?: string;
					/** @description Only those of this sales order. */
					"filter[order_id]"?: string;
					/** @description Only those of this load. */
					"filter[load_id]"?: string;
					/** @description Field to sort by, - for descending: created_at, bill_date. */
					sort?: "created_at" | "-created_at" | "bill_date" | "-bill_date";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1FreightBill"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Draft the freight bill of a transport order, split over its merchants */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1BillFreightInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1FreightBill"];
					};
				};
			};
		};
	};
	"/v1/drayage/orders": {
		parameters: {};
		/** Drayage orders, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description Only those with this status. */
					"filter[status]"?: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
					/** @description Id or code. */
					"filter[warehouse_id]"?: string;
					/** @description Only those with this container number. */
					"filter[container_no]"?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description Field to sort by, - for descending: created_at, order_no. */
					sort?: "created_at" | "-created_at" | "order_no" | "-order_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1DrayageOrder"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Create a drayage order */
		post: {
			parameters: {};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1CreateDrayageOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1DrayageOrder"];
					};
				};
			};
		};
	};
	"/v1/drayage/orders/{id}": {
		parameters: {};
		/** One drayage order with its container and clocks (an addition) */
		get: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": components["schemas"]["V1DrayageOrder"];
					};
				};
			};
		};
	};
	"/v1/drayage/orders/{id}/dispatch": {
		parameters: {};
		/** Send a driver for the container (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": components["schemas"]["V1DispatchOrderInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1DrayageOrder"];
					};
				};
			};
		};
	};
	"/v1/drayage/orders/{id}/complete": {
		parameters: {};
		/** Complete; creates one WMS inbound receipt */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1DrayageOrder"];
					};
				};
			};
		};
	};
	"/v1/drayage/orders/{id}/cancel": {
		parameters: {};
		/** Cancel an order whose container was not picked up (an addition) */
		post: {
			parameters: {
				path: {
					/** @description Its id. */
					id: string;
				};
			};
			requestBody?: {
				content: {
					"application/json": Record<string, never>;
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1DrayageOrder"];
					};
				};
			};
		};
	};
	"/v1/drayage/containers": {
		parameters: {};
		/** Track containers: one row per trip, newest first */
		get: {
			parameters: {
				query?: {
					/** @description Id or code. */
					"filter[merchant_id]"?: string;
					/** @description The status of the drayage order. */
					"filter[status]"?: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
					/** @description Only those with this container number. */
					"filter[container_no]"?: string;
					/** @description Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins. */
					"filter[q]"?: string;
					/** @description Field to sort by, - for descending: created_at, order_no. */
					sort?: "created_at" | "-created_at" | "order_no" | "-order_no";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1Container"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
	};
	"/v1/drayage/containers/{no}/events": {
		parameters: {};
		/** Container event timeline, by when things happened */
		get: {
			parameters: {
				query?: {
					/** @description Field to sort by, - for descending: occurred_at, created_at. */
					sort?: "occurred_at" | "-occurred_at" | "created_at" | "-created_at";
					/** @description Which page, from 1. For long lists follow cursor instead. */
					page?: number;
					/** @description Rows on a page. */
					page_size?: number;
					/** @description Continues after the last row of the page that returned it as next; replaces page. */
					cursor?: string;
					/** @description exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s. */
					total?: "exact";
				};
				path: {
					/** @description The container number. */
					no: string;
				};
			};
			responses: {
				/** @description The answer. */
				200: {
					content: {
						"application/json": {
							data: components["schemas"]["V1ContainerEvent"][];
							page: number;
							page_size: number;
							/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
							total: number;
							/** @description Present, and false, only if there are more matches than total says. */
							total_is_exact?: boolean;
						};
					};
				};
			};
		};
		/** Record an event of a container on its current trip (an addition) */
		post: {
			parameters: {
				path: {
					/** @description The container number. */
					no: string;
				};
			};
			requestBody: {
				content: {
					"application/json": components["schemas"]["V1RecordContainerEventInput"];
				};
			};
			responses: {
				/** @description Done. */
				200: {
					content: {
						"application/json": components["schemas"]["V1ContainerEvent"];
					};
				};
			};
		};
	};
}
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		AcceptedOperation: {
			/**
			 * Format: uuid
			 * @description Follow it at /api/operations/{id}.
			 */
			operation_id: string;
			state: string;
			/** Format: uri-reference */
			location: string;
		};
		AcceptMatchInput: {
			reason: string;
			/** @description Default: all of them. */
			differences?: components["schemas"]["AcceptMatchInputDifference"][];
		};
		AcceptMatchInputDifference: {
			/** Format: uuid */
			bill_line_id: string | null;
			/** @enum {string} */
			kind: "other_vendor" | "other_currency" | "not_ordered" | "price" | "not_received" | "over_ordered";
		};
		Account: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @enum {string} */
			type: "asset" | "liability" | "equity" | "revenue" | "expense";
			/**
			 * @description Must belong to the type: bank and cash are assets, tax is a liability, ...
			 * @enum {string}
			 */
			subtype: "bank" | "cash" | "receivable" | "inventory" | "prepayment" | "fixed_asset" | "other_asset" | "payable" | "tax" | "deferred" | "other_liability" | "equity" | "retained_earnings" | "service_revenue" | "freight_revenue" | "other_income" | "direct_cost" | "freight_cost" | "overhead" | "other_expense";
			/** Format: uuid */
			parent_id: string | null;
			/** @description ISO 4217 code. */
			currency: string | null;
			/** @enum {string|null} */
			system_key: "ar" | "ap" | "cash_default" | "customer_deposits" | "sales_tax_payable" | "input_tax" | "revenue_storage" | "revenue_handling" | "revenue_fulfillment" | "revenue_freight" | "revenue_vas" | "revenue_product" | "freight_cost" | "expense_default" | "bad_debt" | "rounding" | "fx_gain_loss" | "retained_earnings" | "opening_balance" | "unbilled_ar" | null;
			/** @description Posted to by documents only. */
			is_control: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			description: string;
			/** @enum {string} */
			normal_side: "debit" | "credit";
			/** @description In the base currency; positive on the normal side. */
			balance: number;
			version: number;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		AccountChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "account.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AccountCreatedEventSubject"];
			data: Record<string, never>;
		};
		AccountCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "account.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AccountCreatedEventSubject"];
			data: Record<string, never>;
		};
		AccountCreatedEventSubject: {
			/** @enum {unknown} */
			type: "account";
			/** Format: uuid */
			id: string;
		};
		AccountDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "account.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AccountCreatedEventSubject"];
			data: Record<string, never>;
		};
		AccrueRevenueInput: {
			/**
			 * Format: date
			 * @description The last day of a month, not after today.
			 */
			as_of: string;
			/** @description For charges in foreign currencies. */
			rates?: components["schemas"]["RevalueBalancesInputRate"][];
			/** @description Computes everything but posts nothing. */
			dry_run?: boolean;
		};
		AccrueRevenueResult: {
			/** Format: date */
			as_of: string;
			/** Format: date */
			reverses_on: string;
			/** @description ISO 4217 code. */
			base_currency: string;
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			/** @description Whether anything was posted, or would be. */
			changed: boolean;
			accruals: components["schemas"]["AccrueRevenueResultAccrual"][];
			/** @description Foreign currencies with charges but no rate: nothing was accrued in them. */
			without_rate: string[];
		};
		AccrueRevenueResultAccrual: {
			/** Format: uuid */
			merchant_id: string;
			/** @description ISO 4217 code. */
			currency: string;
			charges: number;
			/** @description In the currency, rounded once per billing item and warehouse. */
			amount: number;
			/** @description A decimal with at most 4 places. */
			base_amount: number;
			/** @description The part of base_amount this request posts; the rest was before. */
			posted: number;
			/**
			 * Format: uuid
			 * @description The newest entry of the month.
			 */
			journal_entry_id: string | null;
			/** Format: uuid */
			reversal_entry_id: string | null;
		};
		/** activate */
		ActivateRateSheetInput: {
			/** @constant */
			action: "activate";
		};
		ActOnBillingRateSheetInput: {
			name?: string;
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from?: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
			/**
			 * @description How long a billing period is.
			 * @enum {string}
			 */
			billing_cycle?: "daily" | "weekly" | "biweekly" | "semi_monthly" | "monthly" | "quarterly";
			/** @description The day of the month on which a period begins. */
			cycle_anchor_day?: number;
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number;
			/** @description A decimal with at most 4 places. */
			minimum_invoice_amount?: number | null;
			notes?: string;
			/** @description ISO 4217 code. */
			currency?: string;
		};
		ActOnBillInput: {
			/** @description Refused with 409 when the draft has changed since. */
			version?: number;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no?: string | null;
			/** @enum {string} */
			bill_type?: "general" | "purchase" | "freight" | "drayage";
			/** Format: uuid */
			tms_order_id?: string | null;
			/** Format: uuid */
			load_id?: string | null;
			/** Format: uuid */
			purchase_order_id?: string | null;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/** Format: date */
			bill_date?: string;
			/** Format: date */
			due_date?: string;
			/** @description A decimal with at most 4 places. */
			expected_total?: number | null;
			notes?: string;
			lines?: components["schemas"]["CreateBillInputLine"][];
		};
		ActOnInvoiceInput: {
			/** @description Refused with 409 when the draft has changed since. */
			version?: number;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/** Format: date */
			invoice_date?: string;
			/** Format: date */
			due_date?: string;
			/** Format: date */
			period_start?: string | null;
			/** Format: date */
			period_end?: string | null;
			po_number?: string | null;
			notes?: string;
			bill_to?: {
				[key: string]: unknown;
			};
			/** @description Default: the party's. */
			buyer_vat_id?: string | null;
			/** @description Untaxed, whatever the lines' tax_rate: the buyer pays the tax, and the paper says so. Default: as the party's record has it; a credit note follows its invoice. Issuing needs the seller's vat_id. */
			reverse_charge?: boolean;
			lines?: components["schemas"]["CreateInvoiceInputLine"][];
		};
		ActOnLoadInput: {
			/** Format: uuid */
			carrier_id?: string | null;
			/** @description Default: the carrier's. */
			scac?: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms?: "prepaid" | "collect" | "third_party";
			trailer_no?: string | null;
			/** @description The number of the seal on the doors. */
			seal_no?: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type?: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description Default: the cartons, else the shipments. */
			handling_units?: number | null;
			/** @description Default: the cartons' weights, else the items'. */
			weight_kg?: number | null;
			ship_to?: {
				[key: string]: unknown;
			};
			/** @description The carrier's own number for the shipment (PRO number). */
			pro_number?: string | null;
			/**
			 * @description NMFC class, by which LTL freight is rated.
			 * @enum {string|null}
			 */
			freight_class?: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			/** @description As printed on the bill of lading. */
			goods_description?: string | null;
			/** @description Who pays the freight when the terms are third_party; all fields, or {}. */
			bill_freight_to?: components["schemas"]["WarehouseAddress"];
		};
		ActOnOrderInput: {
			fields?: components["schemas"]["ActOnOrderInputFields"];
			lines?: components["schemas"]["CreateOrderInputLine"][];
		};
		ActOnOrderInputFields: {
			/** Format: uuid */
			customer_id?: string | null;
			/** Format: uuid */
			channel_id?: string | null;
			/** @description The order's number in the sales channel. */
			channel_order_no?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: uuid */
			retailer_id?: string | null;
			carrier_code?: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string | null;
			/** @description ISO 4217 code. */
			currency?: string;
			ship_to?: components["schemas"]["CreateOrderInputShipTo"];
			/** @description A decimal with at most 4 places. */
			discount?: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee?: number;
			/** @description A decimal with at most 4 places. */
			tax?: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string | null;
			note?: string;
			/** Format: uuid */
			merchant_id?: string | null;
		};
		ActPurchaseOnOrderInput: {
			/** @description Refused with 409 when the order has changed since. */
			version?: number;
			/** Format: uuid */
			vendor_id?: string;
			/** Format: uuid */
			warehouse_id?: string;
			/** Format: date */
			expected_date?: string | null;
			/** @description The vendor's own item number. */
			vendor_ref?: string | null;
			note?: string;
			lines?: components["schemas"]["ChangeOrderInputAdded"][];
		};
		/** add_shipments */
		AddLoadShipmentsInput: {
			/** @constant */
			action: "add_shipments";
			shipment_ids: string[];
		};
		AddRateLineInput: {
			/** Format: uuid */
			billing_item_id: string;
			/**
			 * @description How quantities become amounts.
			 * @enum {string}
			 */
			pricing_model: "flat" | "per_unit" | "first_additional" | "graduated" | "volume" | "package" | "percent" | "cost_plus";
			/** @description Its place in the document, from 1. */
			line_no?: number;
			description?: string;
			/** @description A decimal with at most 6 places. */
			rate?: number | null;
			/** @description A decimal with at most 6 places. */
			first_qty?: number | null;
			/** @description A decimal with at most 6 places. */
			additional_rate?: number | null;
			/** @description A decimal with at most 6 places. */
			package_size?: number | null;
			/** @description A decimal with at most 6 places. */
			percent?: number | null;
			/**
			 * @description What a percentage is taken of.
			 * @enum {string|null}
			 */
			percent_basis?: "carrier_cost" | "order_value" | "charges_subtotal" | null;
			/** @description Contiguous from 0; the last one has to: null. */
			tiers?: components["schemas"]["BillingRateSheetLineTier"][] | null;
			/**
			 * @description Over what the quantity that decides the tier is added up.
			 * @enum {string|null}
			 */
			tier_window?: "document" | "day" | "period" | null;
			/** @description A decimal with at most 6 places. */
			included_qty?: number | null;
			/** @description A decimal with at most 4 places. */
			min_charge?: number | null;
			/** @description A decimal with at most 4 places. */
			max_charge?: number | null;
			/** @enum {string} */
			min_scope?: "charge" | "document" | "day" | "period";
			/** @description A decimal with at most 6 places. */
			surcharge_percent?: number | null;
			/** Format: uuid */
			surcharge_item_id?: string | null;
			/**
			 * @description At which moments of a period stored stock is counted.
			 * @enum {string|null}
			 */
			storage_method?: "daily" | "calendar_month" | "split_month" | "anniversary" | "average" | "peak" | "period_end" | null;
			/**
			 * @description What is counted of the stock that is stored.
			 * @enum {string|null}
			 */
			storage_basis?: "pallet" | "location" | "unit" | "carton" | "cbm" | "cuft" | "kg" | null;
			split_day?: number;
			/** @description A decimal with at most 6 places. */
			second_half_percent?: number;
			grace_days?: number;
			aging?: components["schemas"]["BillingRateSheetLineAging"][];
			/** Format: uuid */
			match_warehouse_id?: string | null;
			match_storage_class?: string | null;
			match_item_class?: string | null;
			match_carrier_code?: string | null;
			/**
			 * Format: date
			 * @description Default: the sheet's first day.
			 */
			effective_from?: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
		};
		AddReceiptLineInput: {
			/** Format: uuid */
			item_id: string;
			/** @description Unit of measure. */
			uom?: string | null;
			lot_no?: string | null;
			/** Format: uuid */
			task_id?: string | null;
		};
		AddReturnLinesInput: {
			lines: components["schemas"]["CreateReturnInputLine"][];
		};
		/** add_shipments */
		AddWaveShipmentsInput: {
			/** @constant */
			action: "add_shipments";
			shipment_ids: string[];
		};
		AdjustInventoryBatchInput: {
			items: components["schemas"]["AdjustInventoryBatchInputItem"][];
		};
		AdjustInventoryBatchInputItem: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description Signed change. Exactly one of qty_delta and qty_after. */
			qty_delta?: number;
			/** @description Resulting quantity. Exactly one of qty_delta and qty_after. */
			qty_after?: number;
			/** @description One of the organization's reason codes. */
			reason_code: string;
			lot_no?: string;
			/**
			 * Format: uuid
			 * @description Required in the 3PL edition.
			 */
			merchant_id?: string;
			/**
			 * @description Default available. What is allocated or in transit is never adjusted: it is of a shipment or a transfer.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description For a serial-tracked item, one serial per unit added or removed: SERIAL_REQUIRED without them. */
			serial_nos?: string[];
			note?: string;
			/** @description Makes this item safe to send again, on this path, in any batch. */
			idempotency_key?: string;
		};
		AdjustInventoryBatchResult: {
			succeeded: number;
			/** @description Refused, or failed on our side. */
			failed: number;
			/** @description Accepted and not finished when the wait ended. */
			pending: number;
			/** @description In the order sent. */
			items: components["schemas"]["AdjustInventoryBatchResultItem"][];
		};
		AdjustInventoryBatchResultItem: {
			/** @description Its place in the request, from 0. */
			index: number;
			/** @description What the item alone would have answered. */
			status: number;
			/**
			 * Format: uuid
			 * @description None if the item never became an operation.
			 */
			operation_id?: string;
			/** @enum {string} */
			state?: "accepted";
			/** @description Where to follow an item that is not finished. */
			location?: string;
			/** @description True if its key had already been used: this is the first answer. */
			is_replayed?: boolean;
			result?: components["schemas"]["AdjustInventoryResult"];
			error?: components["schemas"]["AdjustInventoryBatchResultItemError"];
		};
		AdjustInventoryBatchResultItemError: {
			code: string;
			message: string;
			details?: unknown;
		};
		AdjustInventoryInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description Signed change. Exactly one of qty_delta and qty_after. */
			qty_delta?: number;
			/** @description Resulting quantity. Exactly one of qty_delta and qty_after. */
			qty_after?: number;
			/** @description One of the organization's reason codes. */
			reason_code: string;
			lot_no?: string;
			/**
			 * Format: uuid
			 * @description Required in the 3PL edition.
			 */
			merchant_id?: string;
			/**
			 * @description Default available. What is allocated or in transit is never adjusted: it is of a shipment or a transfer.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description For a serial-tracked item, one serial per unit added or removed: SERIAL_REQUIRED without them. */
			serial_nos?: string[];
			note?: string;
		};
		AdjustInventoryResult: {
			changed: boolean;
			/** @description A decimal with at most 6 places. */
			qty_before: number;
			/** @description A decimal with at most 6 places. */
			qty_after: number;
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
			/** @description The balance as this adjustment left it. */
			balance: components["schemas"]["InventoryHoldersInventory"];
		};
		AdjustOmsInventoryInput: {
			/** Format: uuid */
			item_id: string;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** @description A decimal with at most 6 places. */
			qty_delta: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			note?: string;
		};
		AdjustOmsInventoryResult: {
			/** Format: uuid */
			item_id: string;
			/** Format: uuid */
			warehouse_id: string;
		};
		/** adopt */
		AdoptLabelInput: {
			/** @constant */
			action: "adopt";
			reason: string;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			/** @description A decimal with at most 4 places. */
			amount?: number;
			/** @description ISO 4217 code. */
			currency?: string;
		};
		/** allocate */
		AllocateOrderInput: {
			/** @constant */
			action: "allocate";
			/**
			 * Format: uuid
			 * @description Required.
			 */
			warehouse_id?: string;
			allow_partial?: boolean;
		};
		AppointmentAtDoorEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.at_door";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentCheckedInEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.checked_in";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentNoShowEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.no_show";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentRequestedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.requested";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentRequestedEventData: {
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id: string;
			appointment_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @enum {string} */
			status: "requested" | "scheduled" | "checked_in" | "at_door" | "completed" | "no_show" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "scheduled" | "checked_in" | "at_door" | "completed" | "no_show" | "cancelled" | null;
			window_start: string;
		};
		AppointmentRequestedEventSubject: {
			/** @enum {unknown} */
			type: "dock_appointment";
			/** Format: uuid */
			id: string;
		};
		AppointmentRescheduledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.rescheduled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		AppointmentScheduledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "appointment.scheduled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AppointmentRequestedEventSubject"];
			data: components["schemas"]["AppointmentRequestedEventData"];
		};
		/** approve */
		ApproveBillInput: {
			/** @constant */
			action: "approve";
		};
		/** approve */
		ApproveCountInput: {
			/** @constant */
			action: "approve";
			/** @description Which serials are missing, for each line of a serial-tracked item that is short or has others in their place. */
			missing_serials?: components["schemas"]["CompleteCountInputMissingSerial"][];
		};
		/** approve */
		ApproveOrderInput: {
			/** @constant */
			action: "approve";
		};
		/** archive */
		ArchiveRateSheetInput: {
			/** @constant */
			action: "archive";
		};
		AsnAnnouncedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.announced";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnAnnouncedEventData"];
		};
		AsnAnnouncedEventData: {
			/** Format: uuid */
			asn_id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled" | null;
			/** @description When it is expected to arrive. */
			eta: string | null;
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		AsnAnnouncedEventSubject: {
			/** @enum {unknown} */
			type: "asn";
			/** Format: uuid */
			id: string;
		};
		AsnArrivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.arrived";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnArrivedEventData"];
		};
		AsnArrivedEventData: {
			/** Format: uuid */
			asn_id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled" | null;
			/** Format: uuid */
			receipt_id?: string;
		};
		AsnCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnDepartedEventData"];
		};
		AsnDepartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.departed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnDepartedEventData"];
		};
		AsnDepartedEventData: {
			/** Format: uuid */
			asn_id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled" | null;
		};
		AsnEtaChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.eta_changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnEtaChangedEventData"];
		};
		AsnEtaChangedEventData: {
			/** Format: uuid */
			asn_id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled" | null;
			/** @description When it is expected to arrive. */
			eta: string;
			previous_eta: string | null;
			reason: string;
		};
		AsnReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "asn.received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["AsnAnnouncedEventSubject"];
			data: components["schemas"]["AsnReceivedEventData"];
		};
		AsnReceivedEventData: {
			/** Format: uuid */
			asn_id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled" | null;
			/** Format: uuid */
			receipt_id: string;
		};
		Audit: {
			/**
			 * Format: uuid
			 * @description The request that made it, as in the log.
			 */
			command_id: string;
			/** @description What was asked for. Null: it is no longer kept. */
			command: string | null;
			/** @enum {string|null} */
			state: "done" | "refused" | "failed" | "accepted" | null;
			/** @description Why it was refused. */
			error_code: string | null;
			/** @description Who asked for it: the name of the token, the person or the program. */
			actor: string | null;
			token_id: string | null;
			member_id: string | null;
			ip: string | null;
			request_id: string | null;
			/** Format: date-time */
			requested_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
			/** @description With subject_id: what happened to the subject. */
			event: string | null;
			/** @description What kind of thing it is about. */
			subject_type: string | null;
			/**
			 * Format: uuid
			 * @description What it is about.
			 */
			subject_id: string | null;
			subject_seq: number | null;
			/** Format: date-time */
			occurred_at: string | null;
			/** @description What the event says, with states before and after where it has them. Null when the token may not follow such events. */
			data: {
				[key: string]: unknown;
			} | null;
		};
		/** authorize */
		AuthorizeReturnInput: {
			/** @constant */
			action: "authorize";
		};
		Availability: {
			/** Format: uuid */
			product_id: string;
			sku: string;
			name: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @description A decimal with at most 6 places. */
			available_qty: number;
			/** @description A decimal with at most 6 places. */
			promised_qty: number;
			/** @description A decimal with at most 6 places. */
			safety_stock: number;
			/** @description A decimal with at most 6 places. */
			atp: number;
			/** @description In transit from another warehouse: in no other figure. */
			incoming_qty: number;
		};
		Bill: {
			/** Format: uuid */
			id: string;
			bill_no: string | null;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no: string | null;
			/** @enum {string} */
			kind: "bill" | "vendor_credit";
			/** @enum {string} */
			bill_type: "general" | "purchase" | "freight" | "drayage";
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** @description The name of the merchant, customer, vendor or carrier. */
			party_name: string;
			/** Format: uuid */
			tms_order_id: string | null;
			/** Format: uuid */
			load_id: string | null;
			/** Format: uuid */
			purchase_order_id: string | null;
			/** Format: uuid */
			original_bill_id: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** Format: date */
			bill_date: string;
			/** Format: date */
			due_date: string;
			/** @description A decimal with at most 4 places. */
			expected_total: number | null;
			/** @description Total minus the expected amount; null if nothing was expected. */
			variance: number | null;
			notes: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			tax_total: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_paid: number;
			/** @description Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used. */
			amount_credited: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			is_overdue: boolean;
			/** Format: date-time */
			approved_at: string | null;
			approved_by: string | null;
			/** Format: date-time */
			paid_at: string | null;
			/** Format: date-time */
			voided_at: string | null;
			voided_by: string | null;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date: string | null;
			void_reason: string | null;
			version: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			lines: components["schemas"]["BillLine"][];
		};
		BillApprovedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.approved";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["BillApprovedEventData"];
		};
		BillApprovedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "draft" | "open" | "partially_paid" | "paid" | "void";
			bill_no: string | null;
		};
		BillChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["InvoiceCreatedEventData"];
		};
		BillCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["InvoiceCreatedEventData"];
		};
		BillCreatedEventSubject: {
			/** @enum {unknown} */
			type: "bill";
			/** Format: uuid */
			id: string;
		};
		BillDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingCharge: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string | null;
			/** Format: uuid */
			billing_item_id: string;
			billing_item_code: string;
			/** Format: uuid */
			rule_id: string | null;
			/** Format: uuid */
			rate_sheet_id: string | null;
			/** Format: uuid */
			rate_line_id: string | null;
			/** Format: uuid */
			run_id: string | null;
			/** @enum {string} */
			kind: "event" | "storage" | "recurring" | "minimum" | "surcharge" | "manual" | "adjustment";
			source_type: string;
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string;
			source_ref: string | null;
			/** Format: uuid */
			parent_charge_id: string | null;
			/** Format: date */
			service_date: string;
			/** @description A decimal with at most 6 places. */
			quantity: number;
			/** @description Unit of measure. */
			uom: string;
			unit_price: number | null;
			amount: number;
			/** @description ISO 4217 code. */
			currency: string;
			description: string | null;
			revision: number;
			/** @enum {string} */
			status: "rated" | "invoiced" | "waived";
			/** Format: uuid */
			invoice_id: string | null;
			/** Format: uuid */
			invoice_line_id: string | null;
			invoice_no: string | null;
			/** Format: date-time */
			waived_at: string | null;
			waived_by: string | null;
			waive_reason: string | null;
			/** Format: date-time */
			created_at: string;
			pricing?: {
				[key: string]: unknown;
			};
			source?: {
				[key: string]: unknown;
			} | null;
			journal?: components["schemas"]["BillingChargeJournal"][];
		};
		BillingCharge2: {
			/** Format: uuid */
			billing_item_id?: string;
			billing_item_code?: string;
			/** Format: uuid */
			merchant_id?: string;
			merchant?: string;
			month?: string;
			/** @description ISO 4217 code. */
			currency: string;
			charges: number;
			quantity: number;
			amount: number;
		};
		BillingChargeJournal: {
			/** Format: uuid */
			entry_id: string;
			entry_no: string | null;
			/** Format: date */
			entry_date: string;
			/** Format: uuid */
			account_id: string;
			account_code: string;
			debit: number;
			credit: number;
		};
		BillingItem: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @enum {string} */
			category: "storage" | "receiving" | "handling" | "order" | "pick" | "pack" | "label" | "freight" | "drayage" | "return" | "vas" | "recurring" | "surcharge" | "minimum" | "adjustment";
			/**
			 * @description Unit of measure.
			 * @enum {string}
			 */
			uom: "unit" | "carton" | "pallet" | "location" | "cbm" | "cuft" | "kg" | "lb" | "cwt" | "order" | "line" | "receipt" | "container" | "shipment" | "label" | "hour" | "day" | "month" | "percent" | "flat";
			/**
			 * Format: uuid
			 * @description The account that revenue of this is posted to.
			 */
			revenue_account_id: string;
			/**
			 * Format: uuid
			 * @description The account that costs of this are posted to.
			 */
			cost_account_id: string | null;
			/** @description Whether its lines are taxed. */
			taxable: boolean;
			tax_code: string | null;
			/** @description A decimal with at most 6 places. */
			tax_rate: number;
			/** @description A decimal with at most 6 places. */
			default_rate: number;
			description: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		BillingItemChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_item.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingItemCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingItemCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_item.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingItemCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingItemCreatedEventSubject: {
			/** @enum {unknown} */
			type: "billing_item";
			/** Format: uuid */
			id: string;
		};
		BillingItemDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_item.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingItemCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingRateSheet: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			version: number;
			/** Format: uuid */
			supersedes_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @enum {string} */
			status: "draft" | "active" | "archived";
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to: string | null;
			/**
			 * @description How long a billing period is.
			 * @enum {string}
			 */
			billing_cycle: "daily" | "weekly" | "biweekly" | "semi_monthly" | "monthly" | "quarterly";
			/** @description The day of the month on which a period begins. */
			cycle_anchor_day: number;
			/** @description Days from the date of the document until it is due. */
			payment_terms_days: number;
			/** @description A decimal with at most 4 places. */
			minimum_invoice_amount: number | null;
			notes: string;
			lines_count: number;
			/** Format: date-time */
			activated_at: string | null;
			activated_by: string | null;
			/** Format: date-time */
			archived_at: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			lines?: components["schemas"]["BillingRateSheetLine"][];
		};
		BillingRateSheetLine: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			rate_sheet_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			billing_item_id: string;
			description: string;
			/**
			 * @description How quantities become amounts.
			 * @enum {string}
			 */
			pricing_model: "flat" | "per_unit" | "first_additional" | "graduated" | "volume" | "package" | "percent" | "cost_plus";
			/** @description A decimal with at most 6 places. */
			rate: number | null;
			/** @description A decimal with at most 6 places. */
			first_qty: number | null;
			/** @description A decimal with at most 6 places. */
			additional_rate: number | null;
			/** @description A decimal with at most 6 places. */
			package_size: number | null;
			/** @description A decimal with at most 6 places. */
			percent: number | null;
			/**
			 * @description What a percentage is taken of.
			 * @enum {string|null}
			 */
			percent_basis: "carrier_cost" | "order_value" | "charges_subtotal" | null;
			tiers: components["schemas"]["BillingRateSheetLineTier"][] | null;
			/**
			 * @description Over what the quantity that decides the tier is added up.
			 * @enum {string|null}
			 */
			tier_window: "document" | "day" | "period" | null;
			/** @description A decimal with at most 6 places. */
			included_qty: number | null;
			/** @description A decimal with at most 4 places. */
			min_charge: number | null;
			/** @description A decimal with at most 4 places. */
			max_charge: number | null;
			/** @enum {string} */
			min_scope: "charge" | "document" | "day" | "period";
			/** @description A decimal with at most 6 places. */
			surcharge_percent: number | null;
			/** Format: uuid */
			surcharge_item_id: string | null;
			/**
			 * @description At which moments of a period stored stock is counted.
			 * @enum {string|null}
			 */
			storage_method: "daily" | "calendar_month" | "split_month" | "anniversary" | "average" | "peak" | "period_end" | null;
			/**
			 * @description What is counted of the stock that is stored.
			 * @enum {string|null}
			 */
			storage_basis: "pallet" | "location" | "unit" | "carton" | "cbm" | "cuft" | "kg" | null;
			split_day: number;
			/** @description A decimal with at most 6 places. */
			second_half_percent: number;
			grace_days: number;
			aging: components["schemas"]["BillingRateSheetLineAging"][];
			/** Format: uuid */
			match_warehouse_id: string | null;
			match_storage_class: string | null;
			match_item_class: string | null;
			match_carrier_code: string | null;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to: string | null;
		};
		BillingRateSheetLineAging: {
			from_day: number;
			/** @description A decimal with at most 6 places. */
			multiplier: number;
		};
		BillingRateSheetLineTier: {
			/** @description A decimal with at most 6 places. */
			from: number;
			/** @description Null for the last tier, which is open. */
			to: number | null;
			/** @description A decimal with at most 6 places. */
			rate: number;
			/** @description A decimal with at most 6 places. */
			flat?: number;
		};
		BillingRule: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @enum {string} */
			event: "receipt.received" | "receipt.closed" | "receipt.line_received" | "return.received" | "return.inspected" | "return.disposed" | "transfer.shipped" | "transfer.received" | "putaway.completed" | "count.completed" | "move.completed" | "inventory.adjusted" | "inventory.stored" | "order.released" | "shipment.shipped" | "shipment.line_shipped" | "label.printed" | "freight.split" | "yard.detained" | "drayage.completed" | "period.recurring";
			/** @enum {string} */
			effect: "charge" | "no_charge";
			/** Format: uuid */
			billing_item_id: string | null;
			/**
			 * @description What is counted of the activity.
			 * @enum {string}
			 */
			quantity_basis: "document" | "lines" | "units" | "cartons" | "pallets" | "weight_kg" | "volume_cbm" | "containers" | "labels" | "minutes" | "hours" | "cost" | "order_value" | "days";
			/** @description Comparisons that must all hold, over the fields of the event. */
			conditions: components["schemas"]["BillingRuleConditions"];
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			priority: number;
			/** @description Of the rules of one group, only the first that fits charges. */
			exclusive_group: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from: string | null;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		BillingRuleChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_rule.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingRuleConditions: {
			all: components["schemas"]["BillingRuleConditionsAll"][];
		};
		BillingRuleConditionsAll: {
			field: string;
			/** @enum {string} */
			op: "eq" | "ne" | "in" | "nin" | "gt" | "gte" | "lt" | "lte" | "exists";
			value: boolean | number | string | (string | number)[];
		};
		BillingRuleCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_rule.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingRuleCreatedEventSubject: {
			/** @enum {unknown} */
			type: "billing_rule";
			/** Format: uuid */
			id: string;
		};
		BillingRuleDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_rule.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		BillingRun: {
			/** Format: uuid */
			id: string;
			run_no: string;
			/** @enum {string} */
			mode: "preview" | "draft";
			merchant_ids: string[] | null;
			/** Format: uuid */
			rate_sheet_id: string | null;
			/** Format: date */
			period_start: string;
			/** Format: date */
			period_end: string;
			/** Format: date */
			invoice_date: string;
			auto_issue: boolean;
			/**
			 * @description Whether charges that come late wait for the next invoice or get one of their own.
			 * @enum {string}
			 */
			late_charge_policy: "next_invoice" | "supplement";
			rates: components["schemas"]["BillingRunRate"][];
			/** @enum {string} */
			status: "queued" | "running" | "completed" | "completed_with_exceptions" | "failed" | "cancelled";
			step: string | null;
			progress: number;
			activity_total: number;
			activity_done: number;
			activity_charged: number;
			activity_free: number;
			exceptions_count: number;
			charges_created: number;
			charges_adjusted: number;
			invoices_count: number;
			totals: {
				[key: string]: unknown;
			};
			error: string | null;
			requested_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			started_at: string | null;
			/** Format: date-time */
			heartbeat_at: string;
			/** Format: date-time */
			finished_at: string | null;
			merchants?: components["schemas"]["BillingRunMerchant"][];
			exceptions?: components["schemas"]["BillingRunException"][];
			invoices?: components["schemas"]["BillingRunInvoice"][];
		};
		BillingRunCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_run.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRunQueuedEventSubject"];
			data: components["schemas"]["BillingRunQueuedEventData"];
		};
		BillingRunCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_run.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRunQueuedEventSubject"];
			data: components["schemas"]["BillingRunResumedEventData"];
		};
		BillingRunException: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			merchant_id: string;
			event: string;
			source_type: string;
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string;
			source_ref: string | null;
			/** Format: uuid */
			rule_id: string | null;
			/** Format: date */
			service_date: string;
			reason: string;
			details: {
				[key: string]: unknown;
			};
		};
		BillingRunFailedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_run.failed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRunQueuedEventSubject"];
			data: components["schemas"]["BillingRunResumedEventData"];
		};
		BillingRunInvoice: {
			/** Format: uuid */
			id: string;
			invoice_no: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** @description ISO 4217 code. */
			currency: string;
			status: string;
			/** @description A decimal with at most 4 places. */
			total: number;
		};
		BillingRunMerchant: {
			/** Format: uuid */
			merchant_id: string;
			name: string;
			steps_total: number;
			steps_done: number;
			step: string | null;
			ms: number;
			charged: {
				[key: string]: unknown;
			} | null;
			preview: components["schemas"]["BillingRunMerchantPreview"][] | null;
		};
		BillingRunMerchantPreview: {
			/** Format: uuid */
			billing_item_id: string;
			code: string;
			/** @description ISO 4217 code. */
			currency: string;
			quantity: number;
			amount: number;
			charged_quantity: number;
			charged_amount: number;
			difference: number;
		};
		BillingRunQueuedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_run.queued";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRunQueuedEventSubject"];
			data: components["schemas"]["BillingRunQueuedEventData"];
		};
		BillingRunQueuedEventData: {
			/** @enum {string} */
			status: "queued" | "running" | "completed" | "completed_with_exceptions" | "failed" | "cancelled";
		};
		BillingRunQueuedEventSubject: {
			/** @enum {unknown} */
			type: "billing_run";
			/** Format: uuid */
			id: string;
		};
		BillingRunRate: {
			/** @description ISO 4217 code. */
			currency: string;
			/** @description Base currency per unit, on the invoice. */
			rate: number;
		};
		BillingRunResumedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "billing_run.resumed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillingRunQueuedEventSubject"];
			data: components["schemas"]["BillingRunResumedEventData"];
		};
		BillingRunResumedEventData: {
			/** @enum {string} */
			status: "queued" | "running" | "completed" | "completed_with_exceptions" | "failed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "queued" | "running" | "completed" | "completed_with_exceptions" | "failed" | "cancelled";
		};
		BillLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			account_id: string;
			account_code: string;
			account_name: string;
			description: string;
			/** @description A decimal with at most 6 places. */
			quantity: number;
			/** @description A decimal with at most 6 places. */
			unit_cost: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			tax_code: string;
			/** @description Percent; null if only the tax was given. */
			tax_rate: number | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/**
			 * @description By what a cost is divided among merchants.
			 * @enum {string|null}
			 */
			split_basis: "weight" | "volume" | "pallets" | "units" | "value" | "equal" | "manual" | null;
			/**
			 * Format: uuid
			 * @description The billing item under which the merchant is charged for it.
			 */
			rebill_item_id: string | null;
			/** Format: uuid */
			purchase_order_line_id: string | null;
			splits: components["schemas"]["BillLineSplit"][];
		};
		BillLineSplit: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			bill_line_id: string;
			split_no: number;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			shipment_id: string | null;
			/** @description A decimal with at most 6 places. */
			basis_qty: number;
			/** @description A decimal with at most 10 places. */
			share: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @enum {string} */
			rebill_status: "pending" | "charged" | "not_rebillable";
		};
		BillMatch: {
			/** Format: uuid */
			bill_id: string;
			bill_no: string | null;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no: string | null;
			bill_status: string;
			vendor: string | null;
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/**
			 * @description blocked: a difference is not accepted, and the bill cannot be paid (409 PAYMENT_BLOCKED).
			 * @enum {string}
			 */
			match: "matched" | "accepted" | "blocked";
			differences: components["schemas"]["BillMatchDifference"][];
		};
		BillMatchAcceptedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill_match.accepted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["BillMatchAcceptedEventData"];
		};
		BillMatchAcceptedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			kinds: ("other_vendor" | "other_currency" | "not_ordered" | "price" | "not_received" | "over_ordered")[];
			reason: string;
		};
		BillMatchDifference: {
			/**
			 * Format: uuid
			 * @description Null for the bill as a whole.
			 */
			bill_line_id: string | null;
			/** @enum {string} */
			kind: "other_vendor" | "other_currency" | "not_ordered" | "price" | "not_received" | "over_ordered";
			expected: string | null;
			billed: string;
			/** @description Its value, in the bill's currency. */
			amount: number;
			is_accepted: boolean;
			accepted_by: string | null;
			/** Format: date-time */
			accepted_at: string | null;
			reason: string | null;
		};
		BillPaymentRecordedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.payment_recorded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["InvoicePaymentRecordedEventData"];
		};
		BillPaymentReversedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.payment_reversed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["InvoicePaymentRecordedEventData"];
		};
		BillRow: {
			/** Format: uuid */
			id: string;
			bill_no: string | null;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no: string | null;
			/** @enum {string} */
			kind: "bill" | "vendor_credit";
			/** @enum {string} */
			bill_type: "general" | "purchase" | "freight" | "drayage";
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** @description The name of the merchant, customer, vendor or carrier. */
			party_name: string;
			/** Format: uuid */
			tms_order_id: string | null;
			/** Format: uuid */
			load_id: string | null;
			/** Format: uuid */
			purchase_order_id: string | null;
			/** Format: uuid */
			original_bill_id: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** Format: date */
			bill_date: string;
			/** Format: date */
			due_date: string;
			/** @description A decimal with at most 4 places. */
			expected_total: number | null;
			/** @description Total minus the expected amount; null if nothing was expected. */
			variance: number | null;
			notes: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			tax_total: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_paid: number;
			/** @description Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used. */
			amount_credited: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			is_overdue: boolean;
			/** Format: date-time */
			approved_at: string | null;
			approved_by: string | null;
			/** Format: date-time */
			paid_at: string | null;
			/** Format: date-time */
			voided_at: string | null;
			voided_by: string | null;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date: string | null;
			void_reason: string | null;
			version: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		BillVoidedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "bill.voided";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["BillCreatedEventSubject"];
			data: components["schemas"]["InvoiceVoidedEventData"];
		};
		BuyLabelInput: {
			/** Format: uuid */
			shipment_id: string;
			/**
			 * Format: uuid
			 * @description May be left out where the shipment has one carton, or travels without any.
			 */
			carton_id?: string | null;
			/**
			 * Format: uuid
			 * @description Buys what was quoted: once, until it expires.
			 */
			quote_id?: string | null;
			/**
			 * Format: uuid
			 * @description Needed without a quote_id, as service_code is.
			 */
			account_id?: string;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string;
			/** @description Where neither the carton was weighed nor its items have weights. */
			weight_kg?: number;
			/** @description Passed on to the carrier as they are. */
			options?: {
				[key: string]: unknown;
			};
			/** @description Whether ZPL is printed as soon as it is bought. Default true. */
			print?: boolean;
			/**
			 * Format: uuid
			 * @description By default the warehouse's default label printer.
			 */
			device_id?: string | null;
		};
		/** cancel */
		CancelCountInput: {
			/** @constant */
			action: "cancel";
		};
		/** cancel */
		CancelJobInput: {
			/** @constant */
			action: "cancel";
		};
		/** cancel */
		CancelLoadInput: {
			/** @constant */
			action: "cancel";
		};
		CancelManyInput: {
			/** Format: uuid */
			warehouse_id?: string;
			/** Format: uuid */
			device_id?: string;
			q?: string;
			/** Format: date-time */
			queued_before?: string;
		};
		CancelManyResult: {
			cancelled: number;
			remaining: number;
		};
		/** cancel */
		CancelMoveInput: {
			/** @constant */
			action: "cancel";
			reason: string;
		};
		/** cancel */
		CancelOrderInput: {
			/** @constant */
			action: "cancel";
		};
		/** cancel */
		CancelReceivingTaskInput: {
			/** @constant */
			action: "cancel";
		};
		/** cancel */
		CancelReturnInput: {
			/** @constant */
			action: "cancel";
			reason?: string | null;
		};
		/** cancel */
		CancelShipmentInput: {
			/** @constant */
			action: "cancel";
		};
		/** cancel */
		CancelTransferInput: {
			/** @constant */
			action: "cancel";
			reason?: string | null;
		};
		/** cancel */
		CancelWaveInput: {
			/** @constant */
			action: "cancel";
		};
		Carrier: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @description Standard Carrier Alpha Code, two to four letters. */
			scac: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		CarrierAccount: {
			/** Format: uuid */
			id: string;
			/**
			 * Format: uuid
			 * @description Null for the operator's own.
			 */
			merchant_id: string | null;
			/** @enum {string} */
			adapter: "generic" | "easypost";
			name: string;
			carrier_code: string | null;
			/** @enum {string} */
			far_side: "answers" | "deduplicates" | "neither";
			api_url: string;
			credential_names: string[];
			/** @enum {string} */
			label_format: "zpl" | "pdf";
			services: string[];
			warehouse_ids: string[];
			settle_after_seconds: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			last_tested_at: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		CarrierChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "carrier.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CarrierCreatedEventSubject"];
			data: Record<string, never>;
		};
		CarrierCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "carrier.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CarrierCreatedEventSubject"];
			data: Record<string, never>;
		};
		CarrierCreatedEventSubject: {
			/** @enum {unknown} */
			type: "carrier";
			/** Format: uuid */
			id: string;
		};
		CartonPackedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "carton.packed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CartonPackedEventSubject"];
			data: components["schemas"]["CartonPackedEventData"];
		};
		CartonPackedEventData: {
			/** Format: uuid */
			carton_id: string;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string;
			/** @description A decimal with at most 6 places. */
			carton_no: number;
		};
		CartonPackedEventSubject: {
			/** @enum {unknown} */
			type: "carton";
			/** Format: uuid */
			id: string;
		};
		CartonUnpackedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "carton.unpacked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CartonPackedEventSubject"];
			data: components["schemas"]["CartonUnpackedEventData"];
		};
		CartonUnpackedEventData: {
			/** Format: uuid */
			carton_id: string;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			merchant_id: string;
		};
		/** change */
		ChangeOrderInput: {
			/** @constant */
			action: "change";
			/** @description Refused with 409 when the order has changed since. */
			version?: number;
			reason: string;
			changes?: components["schemas"]["ChangeOrderInputChange"][];
			added?: components["schemas"]["ChangeOrderInputAdded"][];
		};
		ChangeOrderInputAdded: {
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One of the item's units; default: its base unit. */
			uom?: string | null;
			/** @description Per unit, in the order's currency. */
			price: number;
			/** Format: date */
			expected_date?: string | null;
		};
		ChangeOrderInputChange: {
			/** Format: uuid */
			line_id: string;
			/** @description A decimal with at most 6 places. */
			qty?: number;
			/** @description A decimal with at most 6 places. */
			price?: number;
		};
		ChangeTermsInput: {
			/** @description Free days at the terminal, from the day after the container is available; default 4. */
			demurrage_free_days?: number;
			/** @description Free days from the day after pickup; default 4. */
			per_diem_free_days?: number;
			/** @description Per day after the free days. */
			demurrage_rate?: number | null;
			/** @description Per day after the free days. */
			per_diem_rate?: number | null;
		};
		Channel: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id: string | null;
			/** @enum {string} */
			type: "manual" | "storefront" | "marketplace" | "edi" | "pos" | "api";
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		ChannelChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "channel.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChannelCreatedEventSubject"];
			data: Record<string, never>;
		};
		ChannelConnectedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "channel.connected";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChannelConnectedEventSubject"];
			data: components["schemas"]["ChannelConnectedEventData"];
		};
		ChannelConnectedEventData: {
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			channel_id: string;
			/** @enum {string} */
			status: "pending" | "active" | "error" | "disabled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "pending" | "active" | "error" | "disabled" | null;
		};
		ChannelConnectedEventSubject: {
			/** @enum {unknown} */
			type: "channel_connection";
			/** Format: uuid */
			id: string;
		};
		ChannelCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "channel.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChannelCreatedEventSubject"];
			data: Record<string, never>;
		};
		ChannelCreatedEventSubject: {
			/** @enum {unknown} */
			type: "channel";
			/** Format: uuid */
			id: string;
		};
		ChannelProductMappedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "channel.product_mapped";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChannelConnectedEventSubject"];
			data: components["schemas"]["ChannelProductMappedEventData"];
		};
		ChannelProductMappedEventData: {
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			mapping_id: string;
			/** Format: uuid */
			item_id: string;
		};
		ChannelPush: {
			/** Format: uuid */
			connection_id: string;
			/** @enum {string} */
			kind: "inventory" | "product" | "shipment" | "cancellation";
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			item_id: string | null;
			/** Format: uuid */
			order_id: string | null;
			/** Format: uuid */
			shipment_id: string | null;
			/** @description The order's id at the store. */
			external_order_id: string | null;
			wanted: {
				[key: string]: unknown;
			};
			version: number;
			sent: {
				[key: string]: unknown;
			} | null;
			sent_version: number;
			channel_says: {
				[key: string]: unknown;
			} | null;
			has_drift: boolean;
			/**
			 * Format: date-time
			 * @description Since when the store may have taken what it gave no answer to. It is sent again with its version; for a shipment or a cancellation the store is asked first.
			 */
			unknown_since: string | null;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			queued_at: string;
			/** Format: date-time */
			sent_at: string | null;
		};
		ChannelTestedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "channel.tested";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChannelConnectedEventSubject"];
			data: components["schemas"]["ChannelTestedEventData"];
		};
		ChannelTestedEventData: {
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "pending" | "active" | "error" | "disabled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "pending" | "active" | "error" | "disabled" | null;
		};
		ChargeRecordedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "charge.recorded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChargeRecordedEventSubject"];
			data: Record<string, never>;
		};
		ChargeRecordedEventSubject: {
			/** @enum {unknown} */
			type: "charge";
			/** Format: uuid */
			id: string;
		};
		ChargeWaivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "charge.waived";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ChargeRecordedEventSubject"];
			data: components["schemas"]["ChargeWaivedEventData"];
		};
		ChargeWaivedEventData: {
			/** @enum {string} */
			status: "waived";
		};
		/** claim */
		ClaimMoveInput: {
			/** @constant */
			action: "claim";
		};
		ClaimNextMoveInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description Default: every kind. */
			kinds?: ("putaway" | "replenish" | "reslot" | "consolidate")[];
			/** @description The zone of either end. */
			zone?: string;
		};
		ClaimNextPickInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			wave_id?: string;
			zone?: string;
		};
		/** claim */
		ClaimPickInput: {
			/** @constant */
			action: "claim";
		};
		ClaimWorkInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description Default: every kind the token may work. */
			kinds?: ("receive" | "count" | "pick" | "put_back" | "putaway" | "replenish" | "reslot" | "consolidate")[];
			/** @description Work with a location in this zone: of a move, either end. Receiving is in no zone. */
			zone?: string;
		};
		ClaimWorkResult: {
			/** @description Null if there is nothing to do. */
			work: components["schemas"]["ClaimWorkResultWork"] | null;
		};
		ClaimWorkResultWork: {
			/** @enum {string} */
			kind: "receive" | "count" | "pick" | "put_back" | "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			id: string;
			/** @description What kind of document the reason is. */
			ref_type: string;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string;
			ref_no: string | null;
			priority: number;
			/** Format: date-time */
			created_at: string;
			steps: components["schemas"]["ClaimWorkResultWorkStep"][];
			finish: components["schemas"]["ClaimWorkResultWorkFinish"];
		};
		ClaimWorkResultWorkFinish: {
			path: string;
			action: string;
		};
		ClaimWorkResultWorkStep: {
			/** @enum {string} */
			scan: "document" | "location" | "license_plate" | "item" | "lot" | "quantity";
			/** @description What the scan has to read; null where the person finds out. */
			code: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number | null;
			say: string;
		};
		/** close */
		CloseReturnInput: {
			/** @constant */
			action: "close";
		};
		CloseSpotInput: {
			reason: string;
		};
		/** close */
		CloseTransferInput: {
			/** @constant */
			action: "close";
			/**
			 * @description Required while something is in transit.
			 * @enum {string|null}
			 */
			missing?: "write_off" | "back" | "claim" | null;
			/** @description With missing: one of the organization's reason codes. */
			reason_code?: string | null;
			note?: string | null;
			/**
			 * Format: uuid
			 * @description With back: where the goods are at the source; default: where goods arrive there (staging).
			 */
			location_id?: string | null;
		};
		/** complete */
		CompleteCountInput: {
			/** @constant */
			action: "complete";
			/** @description Planned lines that were not counted count as zero. Not where lock is none: nothing stops stock there, so say which locations are empty. */
			zero_uncounted?: boolean;
			/** @description Which serials are missing, for each line of a serial-tracked item that is short or has others in their place. */
			missing_serials?: components["schemas"]["CompleteCountInputMissingSerial"][];
		};
		CompleteCountInputMissingSerial: {
			/** Format: uuid */
			line_id: string;
			/** @description One number for each unit. */
			serial_nos: string[];
		};
		/** complete */
		CompletePutBackInput: {
			/** @constant */
			action: "complete";
			/** Format: uuid */
			location_id?: string;
			/** @description How much was put back, when less is there than was picked: the rest stays as it is on the books. Default all. */
			qty?: number;
		};
		CompleteReceiveInput: {
			confirm_zero?: boolean | null;
		};
		/** complete */
		CompleteReceivingTaskInput: {
			/** @constant */
			action: "complete";
		};
		/** confirm */
		ConfirmMoveInput: {
			/** @constant */
			action: "confirm";
			/** @description How much was carried, if less than planned. Loose stock only. */
			qty?: number;
			/**
			 * Format: uuid
			 * @description Where it was put, if elsewhere: needs wms.moves.override and a reason.
			 */
			to_location_id?: string;
			reason?: string;
		};
		/** confirm */
		ConfirmPickInput: {
			/** @constant */
			action: "confirm";
			/** @description How much of the item and lot is left there, counted on the way: please_count of the answer asks for it, and confirm takes it once more. Where it differs from the ledger, the place is counted. */
			left_qty?: number;
		};
		Connection: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			channel_id: string;
			/**
			 * @description The kind of store.
			 * @enum {string}
			 */
			connector: "storefront";
			name: string;
			/** @enum {string} */
			status: "pending" | "active" | "error" | "disabled";
			/** @description The domain of the shop. */
			store_domain: string | null;
			api_url: string | null;
			/**
			 * Format: date-time
			 * @description Until when the store asked to be left alone.
			 */
			paused_until: string | null;
			credential_names: string[];
			has_webhook_secret: boolean;
			/** @description What is exchanged with the store. */
			sync_scopes: string[];
			match_by_sku: boolean;
			/** @description A decimal with at most 6 places. */
			inventory_buffer: number;
			auto_sync: boolean;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			last_tested_at: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		ContainerAvailableEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.available";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerCustomsHoldEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.customs_hold";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerCustomsReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.customs_released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerDeliveredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.delivered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerEmptyInEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.empty_in";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerEmptyOutEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.empty_out";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerFullOutEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.full_out";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerLastFreeDaySetEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.last_free_day_set";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerUnloadedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.unloaded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerVesselArrivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.vessel_arrived";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerVesselDepartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.vessel_departed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerVesselDischargedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.vessel_discharged";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerVesselLoadedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "container.vessel_loaded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["ContainerVesselLoadedEventData"];
		};
		ContainerVesselLoadedEventData: {
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** Format: uuid */
			event_id: string;
			/** @enum {string} */
			classifier: "actual" | "estimated" | "planned";
			occurred_at: string;
			location: string | null;
			/** Format: uuid */
			corrects_event_id: string | null;
			clocks: components["schemas"]["DrayageOrderTermsChangedEventDataClock"][];
		};
		CorrectLotInput: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date?: string | null;
			note: string;
		};
		CorrectLotResult: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			previous: components["schemas"]["CorrectLotResultPrevious"];
		};
		CorrectLotResultPrevious: {
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
		};
		CountAccuracy: {
			/** @description The zone, class, merchant id or plan id; null for all together, or for no plan. */
			group: string | null;
			/** @description Locations of which everything was counted, each time counted. */
			locations_counted: number;
			/** @description Those where no line differed. */
			exact: number;
			/** @description A decimal with at most 6 places. */
			location_accuracy: number | null;
			lines_counted: number;
			/** @description A decimal with at most 6 places. */
			units_expected: number;
			/** @description Found less expected. */
			net_units: number;
			/** @description Differences of either sign. */
			gross_units: number;
			/** @description 1 less gross_units by units_expected; null when nothing was expected. */
			unit_accuracy: number | null;
		};
		CountLine: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			count_task_id: string;
			task_no: string;
			/** @enum {string} */
			kind: "manual" | "plan" | "zero" | "short_pick";
			/** Format: uuid */
			plan_id: string | null;
			/** Format: date-time */
			completed_at: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			zone: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** @description A group of items of your own, which rate lines can refer to. */
			item_class: string;
			/** Format: uuid */
			merchant_id: string;
			lot_no: string | null;
			/** @enum {string} */
			status: "available" | "hold" | "damaged";
			/** @description Which try this is, from 1. */
			attempt: number;
			/** @description A decimal with at most 6 places. */
			counted_qty: number;
			/** @description A decimal with at most 6 places. */
			expected_qty: number;
			/** @description A decimal with at most 6 places. */
			difference: number;
			/** @description A decimal with at most 6 places. */
			posted_delta: number | null;
			counted_by: string;
		};
		CountPlan: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			name: string;
			/** @description Any of those given makes a place due, or an item. */
			cadence: components["schemas"]["CountPlanCadence"];
			/**
			 * @description by_item counts an item wherever it lies. Default by_location.
			 * @enum {string}
			 */
			method: "by_location" | "by_item";
			/** @description All of those given must hold; classes and merchants are those of the stock. Default: the whole warehouse. */
			scope: components["schemas"]["CountPlanScope"];
			/** @description Default 20. */
			tasks_per_day_max: number;
			/** @description Locations, or items. Default 10. */
			places_per_task: number;
			/** @description Default true. */
			is_blind: boolean;
			/**
			 * @description When a task locks its locations. none (default): never, it is counted beside the work.
			 * @enum {string}
			 */
			lock: "creation" | "start" | "none";
			/** @description Differences within either are posted as they are. Default: none. */
			tolerance: components["schemas"]["CountPlanTolerance"];
			/** @description How often a line beyond its tolerance is counted again; two equal findings post. Default once, by another person. */
			recount: components["schemas"]["CountPlanRecount"];
			/** @description Differences above it need approval. Null (default): the organization's count_approval_threshold. */
			approve_above: number | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		CountPlanCadence: {
			/** @description Not counted for so many days. */
			every_days?: number;
			/** @description So many ledger entries since it was counted. */
			after_movements?: number;
			/** @description Empty by the ledger, and not counted since something moved there. */
			empty_locations?: boolean;
		};
		CountPlanChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_plan.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountPlanCreatedEventSubject"];
			data: Record<string, never>;
		};
		CountPlanCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_plan.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountPlanCreatedEventSubject"];
			data: Record<string, never>;
		};
		CountPlanCreatedEventSubject: {
			/** @enum {unknown} */
			type: "count_plan";
			/** Format: uuid */
			id: string;
		};
		CountPlanRecount: {
			times: number;
			other_person: boolean;
		};
		CountPlanScope: {
			zones?: string[];
			types?: ("dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual")[];
			item_classes?: string[];
			merchant_ids?: string[];
		};
		CountPlanTolerance: {
			/** @description A decimal with at most 6 places. */
			qty?: number;
			/** @description A decimal with at most 3 places. */
			percent?: number;
		};
		CountTask: {
			/** Format: uuid */
			id: string;
			task_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			state: "pending" | "in_progress" | "completed" | "review" | "cancelled";
			/** @enum {string} */
			kind: "manual" | "plan" | "zero" | "short_pick";
			/**
			 * @description When its locations are locked: with the task, with the first scan, or never.
			 * @enum {string}
			 */
			lock: "creation" | "start" | "none";
			/** Format: uuid */
			plan_id: string | null;
			/** Format: date */
			due_on: string | null;
			/** @description Counts these alone; null: everything at its locations. */
			item_ids: string[] | null;
			/** @description Whether those who count are not told what should be there. */
			is_blind: boolean;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
			note: string;
			/** @description The name of the token or member that made it. */
			created_by: string;
			approved_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			completed_at: string | null;
			lines_total: number;
			lines_counted: number;
			locations: components["schemas"]["CountTaskLocation"][];
			lines: components["schemas"]["CountTaskLine"][];
		};
		CountTaskCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: Record<string, never>;
		};
		CountTaskCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: components["schemas"]["CountTaskCompletedEventData"];
		};
		CountTaskCompletedEventData: {
			approved_by?: string;
		};
		CountTaskCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: components["schemas"]["CountTaskCreatedEventData"];
		};
		CountTaskCreatedEventData: {
			task_no: string;
			/** Format: uuid */
			pick_task_id?: string;
		};
		CountTaskCreatedEventSubject: {
			/** @enum {unknown} */
			type: "count_task";
			/** Format: uuid */
			id: string;
		};
		CountTaskLine: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			lot_no: string | null;
			/** @enum {string} */
			status: "available" | "hold" | "damaged";
			is_planned: boolean;
			/** @description Which try this is, from 1. */
			attempt: number;
			/** @description A decimal with at most 6 places. */
			counted_qty: number | null;
			/** @description A decimal with at most 6 places. */
			expected_qty: number | null;
			/** @description A decimal with at most 6 places. */
			difference: number | null;
			/** @description A decimal with at most 6 places. */
			posted_delta: number | null;
			/** @description One number for each unit. */
			serial_nos: string[];
			counted_by: string | null;
			/** Format: date-time */
			counted_at: string | null;
		};
		CountTaskLocation: {
			/** Format: uuid */
			location_id: string;
			location: string;
			is_locked: boolean;
			/**
			 * Format: date-time
			 * @description The last scan there.
			 */
			visited_at: string | null;
		};
		CountTaskRecountEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.recount";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: components["schemas"]["CountTaskRecountEventData"];
		};
		CountTaskRecountEventData: {
			line_ids: string[];
		};
		CountTaskReviewEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.review";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: Record<string, never>;
		};
		CountTaskRow: {
			/** Format: uuid */
			id: string;
			task_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			state: "pending" | "in_progress" | "completed" | "review" | "cancelled";
			/** @enum {string} */
			kind: "manual" | "plan" | "zero" | "short_pick";
			/**
			 * @description When its locations are locked: with the task, with the first scan, or never.
			 * @enum {string}
			 */
			lock: "creation" | "start" | "none";
			/** Format: uuid */
			plan_id: string | null;
			/** Format: date */
			due_on: string | null;
			/** @description Counts these alone; null: everything at its locations. */
			item_ids: string[] | null;
			/** @description Whether those who count are not told what should be there. */
			is_blind: boolean;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
			note: string;
			/** @description The name of the token or member that made it. */
			created_by: string;
			approved_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			completed_at: string | null;
			lines_total: number;
			lines_counted: number;
		};
		CountTaskStartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "count_task.started";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CountTaskCreatedEventSubject"];
			data: Record<string, never>;
		};
		CreateAccountInput: {
			code: string;
			name: string;
			/** @enum {string} */
			type: "asset" | "liability" | "equity" | "revenue" | "expense";
			/**
			 * @description Must belong to the type: bank and cash are assets, tax is a liability, ...
			 * @enum {string}
			 */
			subtype: "bank" | "cash" | "receivable" | "inventory" | "prepayment" | "fixed_asset" | "other_asset" | "payable" | "tax" | "deferred" | "other_liability" | "equity" | "retained_earnings" | "service_revenue" | "freight_revenue" | "other_income" | "direct_cost" | "freight_cost" | "overhead" | "other_expense";
			/** Format: uuid */
			parent_id?: string | null;
			/** @description ISO 4217 code. */
			currency?: string | null;
			description?: string;
		};
		CreateBillingItemInput: {
			code: string;
			name: string;
			/** @enum {string} */
			category: "storage" | "receiving" | "handling" | "order" | "pick" | "pack" | "label" | "freight" | "drayage" | "return" | "vas" | "recurring" | "surcharge" | "minimum" | "adjustment";
			/**
			 * @description Unit of measure.
			 * @enum {string}
			 */
			uom: "unit" | "carton" | "pallet" | "location" | "cbm" | "cuft" | "kg" | "lb" | "cwt" | "order" | "line" | "receipt" | "container" | "shipment" | "label" | "hour" | "day" | "month" | "percent" | "flat";
			/**
			 * Format: uuid
			 * @description The account that revenue of this is posted to.
			 */
			revenue_account_id: string;
			/**
			 * Format: uuid
			 * @description The account that costs of this are posted to.
			 */
			cost_account_id?: string | null;
			/** @description Whether its lines are taxed. */
			taxable?: boolean;
			tax_code?: string | null;
			/** @description A decimal with at most 6 places. */
			tax_rate?: number;
			/** @description A decimal with at most 6 places. */
			default_rate?: number;
			description?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		CreateBillingRuleInput: {
			code: string;
			name: string;
			/** @enum {string} */
			event: "receipt.received" | "receipt.closed" | "receipt.line_received" | "return.received" | "return.inspected" | "return.disposed" | "transfer.shipped" | "transfer.received" | "putaway.completed" | "count.completed" | "move.completed" | "inventory.adjusted" | "inventory.stored" | "order.released" | "shipment.shipped" | "shipment.line_shipped" | "label.printed" | "freight.split" | "yard.detained" | "drayage.completed" | "period.recurring";
			/** @enum {string} */
			effect?: "charge" | "no_charge";
			/** Format: uuid */
			billing_item_id?: string | null;
			/**
			 * @description What is counted of the activity.
			 * @enum {string}
			 */
			quantity_basis?: "document" | "lines" | "units" | "cartons" | "pallets" | "weight_kg" | "volume_cbm" | "containers" | "labels" | "minutes" | "hours" | "cost" | "order_value" | "days";
			/** @description Comparisons that must all hold, over the fields of the event. */
			conditions?: components["schemas"]["BillingRuleConditions"];
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			priority?: number;
			/** @description Of the rules of one group, only the first that fits charges. */
			exclusive_group?: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from?: string | null;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
		};
		CreateBillInput: {
			/** @enum {string} */
			kind?: "bill" | "vendor_credit";
			/** Format: uuid */
			vendor_id?: string;
			/** Format: uuid */
			carrier_id?: string;
			/** Format: uuid */
			original_bill_id?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no?: string | null;
			/** @enum {string} */
			bill_type?: "general" | "purchase" | "freight" | "drayage";
			/** Format: uuid */
			tms_order_id?: string | null;
			/** Format: uuid */
			load_id?: string | null;
			/** Format: uuid */
			purchase_order_id?: string | null;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/** Format: date */
			bill_date?: string;
			/** Format: date */
			due_date?: string;
			/** @description A decimal with at most 4 places. */
			expected_total?: number | null;
			notes?: string;
			lines: components["schemas"]["CreateBillInputLine"][];
		};
		CreateBillInputLine: {
			/**
			 * Format: uuid
			 * @description Default: freight cost for freight and drayage bills, else general expenses.
			 */
			account_id?: string;
			description: string;
			/** @description A decimal with at most 6 places. */
			quantity?: number;
			/** @description Default: amount / quantity, to six decimals. */
			unit_cost?: number;
			/** @description Default: quantity * unit_cost, rounded once. */
			amount?: number;
			/** @description Default: by tax_rate, rounded once per tax_code and rate; none without one. Give the vendor's own figure where it differs by a cent. */
			tax?: number;
			/** @description What the tax report groups by beside the rate. */
			tax_code?: string;
			/** @description Percent. */
			tax_rate?: number | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/**
			 * @description By what a cost is divided among merchants.
			 * @enum {string|null}
			 */
			split_basis?: "weight" | "volume" | "pallets" | "units" | "value" | "equal" | "manual" | null;
			/**
			 * Format: uuid
			 * @description The billing item under which the merchant is charged for it.
			 */
			rebill_item_id?: string | null;
			/**
			 * Format: uuid
			 * @description The line of the bill's purchase order that it bills, in that line's unit.
			 */
			purchase_order_line_id?: string | null;
			/** @description The line's splits by merchant. manual: each with its amount, adding up exactly; equal: no quantities needed; otherwise each with its basis_qty. */
			splits?: components["schemas"]["CreateBillInputLineSplit"][];
		};
		CreateBillInputLineSplit: {
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			shipment_id?: string | null;
			/** @description A decimal with at most 6 places. */
			basis_qty?: number;
			/** @description A decimal with at most 4 places. */
			amount?: number;
		};
		CreateCarrierAccountInput: {
			/** @enum {string} */
			adapter: "generic" | "easypost";
			name: string;
			/** Format: uuid */
			merchant_id?: string | null;
			/** @description Where the carrier answers. Needed for generic. */
			api_url?: string | null;
			/** @description What shipments show as their carrier where the answer names none. */
			carrier_code?: string | null;
			/**
			 * @description What the carrier can do when its answer to a purchase is lost: answers (it can be asked by our reference, the default), deduplicates (the same reference again is safe), neither (a person decides).
			 * @enum {string}
			 */
			far_side?: "answers" | "deduplicates" | "neither";
			/** @description generic: {token}; easypost: {api_key}. Stored encrypted and never returned. */
			credentials?: {
				[key: string]: unknown;
			};
			/**
			 * @description ZPL is printed by the hub, PDF by a person. Default zpl.
			 * @enum {string}
			 */
			label_format?: "zpl" | "pdf";
			/** @description The services it may be used for; empty: all. */
			services?: string[];
			/** @description The warehouses it may be used from; empty: all. */
			warehouse_ids?: string[];
			/** @description How long after a lost answer something may still come to be bought there. Until then "not there" is not believed. Default 60. */
			settle_after_seconds?: number;
		};
		CreateCarrierInput: {
			code: string;
			name: string;
			/** @description Standard Carrier Alpha Code, two to four letters. */
			scac?: string | null;
		};
		CreateChannelInput: {
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id?: string | null;
			/** @enum {string} */
			type?: "manual" | "storefront" | "marketplace" | "edi" | "pos" | "api";
		};
		CreateConnectionInput: {
			/**
			 * @description The kind of store.
			 * @enum {string}
			 */
			connector: "storefront";
			/** @description Id or code of a channel; by default, and for the connector's name, a channel of its own for each store. */
			channel?: string;
			/** Format: uuid */
			merchant_id?: string | null;
			name?: string;
			/** @description The domain of the shop. */
			store_domain?: string | null;
			/** @description The address of the store's API: https, without a query. A connection that moves to another one needs its credentials again. */
			api_url?: string | null;
			/** @description Stored encrypted and never returned. */
			credentials?: {
				[key: string]: unknown;
			};
			/** @description What this store signs with, instead of the flow's secret, which all stores of the organization share. Stored encrypted, never returned. */
			webhook_secret?: string | null;
			/** @description What is exchanged with the store. */
			sync_scopes?: ("orders" | "inventory" | "products")[];
			/** @description Without a mapping, use an item with the same SKU. Default true. */
			match_by_sku?: boolean;
			/** @description Held back from the stock the store is told. */
			inventory_buffer?: number;
			/** @description Whether the store is told of stock by itself, where sync_scopes has inventory. Default true. */
			auto_sync?: boolean;
		};
		CreateCountPlanInput: {
			/** Format: uuid */
			warehouse_id: string;
			name: string;
			/** @description Any of those given makes a place due, or an item. */
			cadence: components["schemas"]["CountPlanCadence"];
			/**
			 * @description by_item counts an item wherever it lies. Default by_location.
			 * @enum {string}
			 */
			method?: "by_location" | "by_item";
			/** @description All of those given must hold; classes and merchants are those of the stock. Default: the whole warehouse. */
			scope?: components["schemas"]["CountPlanScope"];
			/** @description Default 20. */
			tasks_per_day_max?: number;
			/** @description Locations, or items. Default 10. */
			places_per_task?: number;
			/** @description Default true. */
			is_blind?: boolean;
			/**
			 * @description When a task locks its locations. none (default): never, it is counted beside the work.
			 * @enum {string}
			 */
			lock?: "creation" | "start" | "none";
			/** @description Differences within either are posted as they are. Default: none. */
			tolerance?: components["schemas"]["CountPlanTolerance"];
			/** @description How often a line beyond its tolerance is counted again; two equal findings post. Default once, by another person. */
			recount?: components["schemas"]["CountPlanRecount"];
			/** @description Differences above it need approval. Null (default): the organization's count_approval_threshold. */
			approve_above?: number | null;
		};
		CreateCountTaskInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description Count these locations. Exactly one of location_ids and item_ids. */
			location_ids?: string[];
			/** @description Count these items wherever they are in the warehouse. */
			item_ids?: string[];
			/** @description Default true: expected quantities are not shown until the count is over. */
			is_blind?: boolean;
			/**
			 * @description When the locations are locked: with the task (creation, the default), with the first scan (start), or never (none): then it is counted beside the work, and each scan is compared with the ledger of its moment.
			 * @enum {string}
			 */
			lock?: "creation" | "start" | "none";
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id?: string | null;
			note?: string;
		};
		CreateCustomerInput: {
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id?: string | null;
			/** Format: email */
			email?: string | null;
			phone?: string | null;
			address?: components["schemas"]["WarehouseAddress"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number;
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id?: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge?: boolean;
		};
		CreateEndpointInput: {
			url: string;
			description?: string;
			/** @description Events by name, kinds like sales_order.*, or * for all. */
			event_types: string[];
		};
		CreateEndpointResult: {
			/** Format: uuid */
			id: string;
			url: string;
			description: string;
			event_types: string[];
			/** @enum {string} */
			status: "active" | "disabled";
			disabled_reason: string | null;
			/**
			 * Format: date-time
			 * @description Since when nothing has arrived there.
			 */
			failing_since: string | null;
			/**
			 * Format: date-time
			 * @description Since when the whole endpoint is left alone.
			 */
			paused_since: string | null;
			/**
			 * Format: date-time
			 * @description When it is tried again, with one delivery at a time.
			 */
			paused_until: string | null;
			/**
			 * @description asked_to_wait: it answered 429, or 503 with Retry-After. unreachable: nobody took the connection. failing: eight deliveries in a row failed.
			 * @enum {string|null}
			 */
			pause_reason: "asked_to_wait" | "unreachable" | "failing" | null;
			/** Format: date-time */
			previous_secret_until: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** @description Shown only this once; stored encrypted. */
			secret?: string;
		};
		CreateEnrollmentKeyInput: {
			name: string;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: date-time */
			expires_at?: string;
			backend_url?: string;
		};
		CreateEnrollmentKeyResult: {
			/** Format: uuid */
			id: string;
			name: string;
			/** Format: uuid */
			warehouse_id: string | null;
			/**
			 * Format: uuid
			 * @description The access token it was made with, and is revoked with.
			 */
			maker_token_id: string | null;
			/** Format: date-time */
			expires_at: string;
			/** Format: date-time */
			revoked_at: string | null;
			hubs_enrolled: number;
			/** Format: date-time */
			last_used_at: string | null;
			/** Format: date-time */
			created_at: string;
			enrollment_key?: string;
			connection_code?: string;
		};
		CreateFlowInput: {
			name: string;
			trigger: components["schemas"]["CreateFlowInputTrigger"];
			/** @description JSONLogic over the payload. */
			conditions?: {
				[key: string]: unknown;
			} | null;
			steps: components["schemas"]["FlowStep"][];
		};
		CreateFlowInputTrigger: {
			/** @enum {string} */
			type: "webhook";
			/**
			 * @description The kind of store.
			 * @enum {string}
			 */
			connector: "storefront";
			/** @description The secret the storefront signs with. Recommended for every flow; stored encrypted, never returned. */
			webhook_secret?: string | null;
		};
		CreateInvoiceInput: {
			/** @enum {string} */
			kind?: "invoice" | "credit_note";
			/** Format: uuid */
			merchant_id?: string;
			/** Format: uuid */
			customer_id?: string;
			/** Format: uuid */
			sales_order_id?: string;
			/**
			 * Format: uuid
			 * @description The invoice a credit note corrects.
			 */
			original_invoice_id?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/** Format: date */
			invoice_date?: string;
			/** Format: date */
			due_date?: string;
			/** Format: date */
			period_start?: string | null;
			/** Format: date */
			period_end?: string | null;
			po_number?: string | null;
			notes?: string;
			bill_to?: {
				[key: string]: unknown;
			};
			/** @description Default: the party's. */
			buyer_vat_id?: string | null;
			/** @description Untaxed, whatever the lines' tax_rate: the buyer pays the tax, and the paper says so. Default: as the party's record has it; a credit note follows its invoice. Issuing needs the seller's vat_id. */
			reverse_charge?: boolean;
			lines?: components["schemas"]["CreateInvoiceInputLine"][];
		};
		CreateInvoiceInputLine: {
			/** Format: uuid */
			billing_item_id?: string | null;
			/**
			 * Format: uuid
			 * @description Default: the billing item's revenue account.
			 */
			account_id?: string;
			description: string;
			/** @description A decimal with at most 6 places. */
			quantity: number;
			/** @description Unit of measure. */
			uom?: string;
			/** @description A decimal with at most 6 places. */
			unit_price: number;
			/** @description A decimal with at most 4 places. */
			discount?: number;
			tax_code?: string;
			/** @description Percent. */
			tax_rate?: number;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: date */
			service_from?: string | null;
			/** Format: date */
			service_to?: string | null;
		};
		CreateItemInput: {
			sku: string;
			name: string;
			/**
			 * Format: uuid
			 * @description Required in the 3PL edition; an item's merchant never changes.
			 */
			merchant_id?: string;
			/** @description The base unit stock is kept in; default EA. */
			uom?: string;
			/** @description Whether each receipt has to name the lot. */
			lot_tracked?: boolean;
			/** @description Whether each receipt has to say when the goods expire. */
			expiry_tracked?: boolean;
			/** @description Whether each unit has a number of its own. */
			serial_tracked?: boolean;
			/** @description Received goods get status hold. */
			qc_hold?: boolean;
			/** @description Goods that expire sooner than this are not allocated to orders. */
			min_remaining_life_days?: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg?: number | null;
			/** @description A decimal with at most 6 places. */
			volume_cbm?: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_carton?: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_pallet?: number | null;
			/** @description A group of items of your own, which rate lines can refer to. */
			item_class?: string;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class?: string;
			/**
			 * @description A is picked most.
			 * @enum {string|null}
			 */
			velocity?: "A" | "B" | "C" | null;
			/** @description Other units, each exactly `factor` base units. When given, the list replaces the present one. */
			uoms?: components["schemas"]["ItemUom"][];
			/** @description When given, the list replaces the present one. A barcode belongs to one item of the merchant. */
			barcodes?: components["schemas"]["ItemBarcode"][];
		};
		CreateJobInput: {
			/** Format: uuid */
			device_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** @description What the label is for; it decides where it prints by default. */
			label_kind: string;
			/** @description What kind of document the reason is. */
			ref_type?: string | null;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id?: string | null;
			/** @description How many of the label are printed. */
			copies?: number;
			/** @description ZPL label text, at most 1 MiB of UTF-8; more is refused with 413. */
			zpl_content: string;
		};
		CreateJobsInput: {
			jobs: components["schemas"]["CreateJobsInputJob"][];
		};
		CreateJobsInputJob: {
			/** Format: uuid */
			device_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** @description What the label is for; it decides where it prints by default. */
			label_kind: string;
			/** @description What kind of document the reason is. */
			ref_type?: string | null;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id?: string | null;
			/** @description How many of the label are printed. */
			copies?: number;
			/** @description ZPL label text, at most 1 MiB of UTF-8; more is refused with 413. */
			zpl_content: string;
		};
		CreateJobsResult: {
			jobs: components["schemas"]["PrintJob"][];
		};
		CreateLoadInput: {
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * @description Default ltl.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: uuid */
			carrier_id?: string | null;
			/** @description Default: the carrier's. */
			scac?: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms?: "prepaid" | "collect" | "third_party";
			trailer_no?: string | null;
			/** @description The number of the seal on the doors. */
			seal_no?: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type?: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description Default: the cartons, else the shipments. */
			handling_units?: number | null;
			/** @description Default: the cartons' weights, else the items'. */
			weight_kg?: number | null;
			ship_to?: {
				[key: string]: unknown;
			};
			/** @description The carrier's own number for the shipment (PRO number). */
			pro_number?: string | null;
			/**
			 * @description NMFC class, by which LTL freight is rated.
			 * @enum {string|null}
			 */
			freight_class?: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			/** @description As printed on the bill of lading. */
			goods_description?: string | null;
			/** @description Who pays the freight when the terms are third_party; all fields, or {}. */
			bill_freight_to?: components["schemas"]["WarehouseAddress"];
			shipment_ids?: string[];
		};
		CreateLocationInput: {
			/** Format: uuid */
			warehouse_id: string;
			code: string;
			/** @enum {string} */
			type: "dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual";
			zone?: string;
			/** @description The order in which pickers walk past the locations. */
			pick_sequence?: number;
			/** @description In stock units; null for no limit. */
			capacity?: number | null;
			/** @description Null for no limit; so are the next two. */
			max_weight_kg?: number | null;
			/** @description A decimal with at most 6 places. */
			max_volume_cbm?: number | null;
			/** @description License plates. */
			max_lpns?: number | null;
			/**
			 * @description What may lie there together: anything (default), one item, or one item of one lot.
			 * @enum {string}
			 */
			mixing?: "any" | "one_item" | "one_lot";
			/**
			 * @description A is for what is picked most.
			 * @enum {string|null}
			 */
			velocity?: "A" | "B" | "C" | null;
			/** @description Metres from a corner of the building, with y_m: for distances. */
			x_m?: number | null;
			/** @description A decimal with at most 6 places. */
			y_m?: number | null;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class?: string;
		};
		CreateMappingInput: {
			/** Format: uuid */
			connection_id: string;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string;
			/** Format: uuid */
			item_id: string;
		};
		CreateMemberInput: {
			name: string;
			/** Format: email */
			email: string;
			roles?: ("admin" | "operator" | "accountant" | "viewer" | "hub")[];
		};
		CreateMerchantInput: {
			code: string;
			name: string;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
			bill_to?: components["schemas"]["WarehouseAddress"];
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id?: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge?: boolean;
		};
		CreateOrderBatchInput: {
			items: components["schemas"]["CreateOrderBatchInputItem"][];
		};
		CreateOrderBatchInputItem: {
			/** Format: uuid */
			customer_id?: string | null;
			/** Format: uuid */
			channel_id?: string | null;
			/** @description The order's number in the sales channel. */
			channel_order_no?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: uuid */
			retailer_id?: string | null;
			carrier_code?: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string | null;
			/** @description ISO 4217 code. */
			currency?: string;
			ship_to?: components["schemas"]["CreateOrderInputShipTo"];
			/** @description A decimal with at most 4 places. */
			discount?: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee?: number;
			/** @description A decimal with at most 4 places. */
			tax?: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string | null;
			note?: string;
			/** Format: uuid */
			merchant_id?: string | null;
			lines?: components["schemas"]["CreateOrderInputLine"][];
			/** @description Makes this item safe to send again, on this path, in any batch. */
			idempotency_key?: string;
		};
		CreateOrderBatchResult: {
			succeeded: number;
			/** @description Refused, or failed on our side. */
			failed: number;
			/** @description Accepted and not finished when the wait ended. */
			pending: number;
			/** @description In the order sent. */
			items: components["schemas"]["CreateOrderBatchResultItem"][];
		};
		CreateOrderBatchResultItem: {
			/** @description Its place in the request, from 0. */
			index: number;
			/** @description What the item alone would have answered. */
			status: number;
			/**
			 * Format: uuid
			 * @description None if the item never became an operation.
			 */
			operation_id?: string;
			/** @enum {string} */
			state?: "accepted";
			/** @description Where to follow an item that is not finished. */
			location?: string;
			/** @description True if its key had already been used: this is the first answer. */
			is_replayed?: boolean;
			result?: components["schemas"]["CreateOrderBatchResultItemResult"];
			error?: components["schemas"]["AdjustInventoryBatchResultItemError"];
		};
		CreateOrderBatchResultItemResult: {
			/** Format: uuid */
			id: string;
			order_no: string;
		};
		CreateOrderInput: {
			/** Format: uuid */
			customer_id?: string | null;
			/** Format: uuid */
			channel_id?: string | null;
			/** @description The order's number in the sales channel. */
			channel_order_no?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: uuid */
			retailer_id?: string | null;
			carrier_code?: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string | null;
			/** @description ISO 4217 code. */
			currency?: string;
			ship_to?: components["schemas"]["CreateOrderInputShipTo"];
			/** @description A decimal with at most 4 places. */
			discount?: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee?: number;
			/** @description A decimal with at most 4 places. */
			tax?: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string | null;
			note?: string;
			/** Format: uuid */
			merchant_id?: string | null;
			lines?: components["schemas"]["CreateOrderInputLine"][];
		};
		CreateOrderInputLine: {
			/** Format: uuid */
			product_id?: string | null;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku?: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price?: number;
		};
		CreateOrderInputShipTo: {
			name?: string;
			address?: string;
			city?: string;
			state?: string;
			postal?: string;
			country?: string;
			phone?: string;
		};
		CreatePalletInput: {
			/** @description Generated when omitted. */
			lpn?: string;
			/**
			 * @description Default pallet.
			 * @enum {string}
			 */
			type?: "pallet" | "carton";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id?: string | null;
			/**
			 * Format: uuid
			 * @description The pallet a carton is nested on.
			 */
			parent_id?: string | null;
			/** @description 18 digits, the last one the check digit. */
			sscc?: string | null;
		};
		CreatePickFaceInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description Below it the face is filled up. In base units. */
			min_qty: number;
			/** @description Never more, with what is on its way. */
			max_qty: number;
			/** @description It is filled in whole units of this, such as a case. Null: in base units. */
			refill_uom?: string | null;
			/** @description The smallest is filled first. Default 100. */
			priority?: number;
		};
		CreatePutawayRuleInput: {
			/** Format: uuid */
			warehouse_id: string;
			name: string;
			/** @description In order; the first place of a step that has room is taken. */
			steps: components["schemas"]["PutawayRuleStep"][];
			/** @description The smallest is tried first. Default 100. */
			priority?: number;
			/** @description Goods of which all of this is so. Default: all. */
			applies_to?: components["schemas"]["PutawayRuleAppliesTo"];
			/**
			 * @description Whether loose goods may go to several places. A license plate never does.
			 * @enum {string}
			 */
			split?: "allowed" | "never";
		};
		CreateRateSheetInput: {
			code: string;
			/** @description ISO 4217 code. */
			currency: string;
			name: string;
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
			/**
			 * @description How long a billing period is.
			 * @enum {string}
			 */
			billing_cycle?: "daily" | "weekly" | "biweekly" | "semi_monthly" | "monthly" | "quarterly";
			/** @description The day of the month on which a period begins. */
			cycle_anchor_day?: number;
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number;
			/** @description A decimal with at most 4 places. */
			minimum_invoice_amount?: number | null;
			notes?: string;
			lines?: components["schemas"]["CreateRateSheetInputLine"][];
		};
		CreateRateSheetInputLine: {
			/** Format: uuid */
			billing_item_id: string;
			/**
			 * @description How quantities become amounts.
			 * @enum {string}
			 */
			pricing_model: "flat" | "per_unit" | "first_additional" | "graduated" | "volume" | "package" | "percent" | "cost_plus";
			/** @description Its place in the document, from 1. */
			line_no?: number;
			description?: string;
			/** @description A decimal with at most 6 places. */
			rate?: number | null;
			/** @description A decimal with at most 6 places. */
			first_qty?: number | null;
			/** @description A decimal with at most 6 places. */
			additional_rate?: number | null;
			/** @description A decimal with at most 6 places. */
			package_size?: number | null;
			/** @description A decimal with at most 6 places. */
			percent?: number | null;
			/**
			 * @description What a percentage is taken of.
			 * @enum {string|null}
			 */
			percent_basis?: "carrier_cost" | "order_value" | "charges_subtotal" | null;
			/** @description Contiguous from 0; the last one has to: null. */
			tiers?: components["schemas"]["BillingRateSheetLineTier"][] | null;
			/**
			 * @description Over what the quantity that decides the tier is added up.
			 * @enum {string|null}
			 */
			tier_window?: "document" | "day" | "period" | null;
			/** @description A decimal with at most 6 places. */
			included_qty?: number | null;
			/** @description A decimal with at most 4 places. */
			min_charge?: number | null;
			/** @description A decimal with at most 4 places. */
			max_charge?: number | null;
			/** @enum {string} */
			min_scope?: "charge" | "document" | "day" | "period";
			/** @description A decimal with at most 6 places. */
			surcharge_percent?: number | null;
			/** Format: uuid */
			surcharge_item_id?: string | null;
			/**
			 * @description At which moments of a period stored stock is counted.
			 * @enum {string|null}
			 */
			storage_method?: "daily" | "calendar_month" | "split_month" | "anniversary" | "average" | "peak" | "period_end" | null;
			/**
			 * @description What is counted of the stock that is stored.
			 * @enum {string|null}
			 */
			storage_basis?: "pallet" | "location" | "unit" | "carton" | "cbm" | "cuft" | "kg" | null;
			split_day?: number;
			/** @description A decimal with at most 6 places. */
			second_half_percent?: number;
			grace_days?: number;
			aging?: components["schemas"]["BillingRateSheetLineAging"][];
			/** Format: uuid */
			match_warehouse_id?: string | null;
			match_storage_class?: string | null;
			match_item_class?: string | null;
			match_carrier_code?: string | null;
			/**
			 * Format: date
			 * @description Default: the sheet's first day.
			 */
			effective_from?: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
		};
		CreateReasonCodeInput: {
			code: string;
			description?: string;
		};
		CreateReasonCodeResult: {
			code: string;
			description: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
		};
		CreateReceiptBatchInput: {
			items: components["schemas"]["CreateReceiptBatchInputItem"][];
		};
		CreateReceiptBatchInputItem: {
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description Required when source_type is purchase: the purchase order. With another, an id of your own, kept as it is.
			 */
			source_id?: string | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string | null;
			/** @description The number of the seal on the doors. */
			seal_no?: string | null;
			/** Format: uuid */
			vendor_id?: string | null;
			/** Format: date */
			expected_date?: string | null;
			/** @description Ownership label; default: the merchant's name. */
			title?: string | null;
			/** @description The goods are here as announced: all lines are counted in as they are and the receipt is completed, all or nothing. Each line has an expected_qty then. Needs wms.inbound.receive as well. */
			receive?: boolean | null;
			lines?: components["schemas"]["CreateReceiptInputLine"][];
			/** @description Makes this item safe to send again, on this path, in any batch. */
			idempotency_key?: string;
		};
		CreateReceiptBatchResult: {
			succeeded: number;
			/** @description Refused, or failed on our side. */
			failed: number;
			/** @description Accepted and not finished when the wait ended. */
			pending: number;
			/** @description In the order sent. */
			items: components["schemas"]["CreateReceiptBatchResultItem"][];
		};
		CreateReceiptBatchResultItem: {
			/** @description Its place in the request, from 0. */
			index: number;
			/** @description What the item alone would have answered. */
			status: number;
			/**
			 * Format: uuid
			 * @description None if the item never became an operation.
			 */
			operation_id?: string;
			/** @enum {string} */
			state?: "accepted";
			/** @description Where to follow an item that is not finished. */
			location?: string;
			/** @description True if its key had already been used: this is the first answer. */
			is_replayed?: boolean;
			result?: components["schemas"]["CreateReceiptBatchResultItemResult"];
			error?: components["schemas"]["AdjustInventoryBatchResultItemError"];
		};
		CreateReceiptBatchResultItemResult: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
		};
		CreateReceiptInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description Required when source_type is purchase: the purchase order. With another, an id of your own, kept as it is.
			 */
			source_id?: string | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string | null;
			/** @description The number of the seal on the doors. */
			seal_no?: string | null;
			/** Format: uuid */
			vendor_id?: string | null;
			/** Format: date */
			expected_date?: string | null;
			/** @description Ownership label; default: the merchant's name. */
			title?: string | null;
			/** @description The goods are here as announced: all lines are counted in as they are and the receipt is completed, all or nothing. Each line has an expected_qty then. Needs wms.inbound.receive as well. */
			receive?: boolean | null;
			lines?: components["schemas"]["CreateReceiptInputLine"][];
		};
		CreateReceiptInputLine: {
			/** Format: uuid */
			item_id: string;
			/** @description In the unit of uom. When omitted the line is blind: counted without an expected quantity. */
			expected_qty?: number | null;
			/** @description One of the item's units; default: its base unit. */
			uom?: string | null;
			lot_no?: string | null;
			/**
			 * Format: uuid
			 * @description Only with receive. Where the goods are put; default: where goods arrive (staging).
			 */
			location_id?: string | null;
			/**
			 * Format: date
			 * @description Only with receive.
			 */
			manufacture_date?: string | null;
			/**
			 * Format: date
			 * @description Only with receive.
			 */
			expiry_date?: string | null;
			/** @description Only with receive: one for each unit of a serial-tracked item. */
			serial_nos?: string[] | null;
			/** @description Only with receive. The goods are put on this pallet, which is created when unknown. */
			pallet_lpn?: string | null;
		};
		CreateReceivingTaskInput: {
			/** Format: uuid */
			receipt_id: string;
			/**
			 * Format: uuid
			 * @description A member, or the access token of a device. When omitted, the first scan claims the task.
			 */
			assignee_id?: string | null;
			/** @enum {string|null} */
			receiving_method?: "palletized" | "direct" | "decide" | null;
		};
		CreateRecurringSlotInput: {
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * Format: uuid
			 * @description The dock door.
			 */
			door_id: string;
			/**
			 * @description Default inbound.
			 * @enum {string}
			 */
			type?: "inbound" | "outbound";
			/** @description Default: the carrier's name. */
			carrier?: string;
			/** Format: uuid */
			carrier_id?: string | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/** @description 1 (Monday) to 7 (Sunday). */
			weekdays: number[];
			/** @description Time of day in the warehouse's time zone, HH:MM. */
			start_time: string;
			minutes: number;
			/**
			 * Format: date
			 * @description Default: today in the warehouse's time zone.
			 */
			valid_from?: string;
			/** Format: date */
			valid_to?: string | null;
		};
		CreateRetailerInput: {
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id?: string | null;
		};
		CreateReturnInput: {
			/** Format: uuid */
			order_id?: string | null;
			/** Format: uuid */
			shipment_id?: string | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/**
			 * Format: uuid
			 * @description Where the goods come to; default: the warehouse they left from.
			 */
			warehouse_id?: string | null;
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			channel_return_no?: string | null;
			/** Format: date */
			expires_on?: string | null;
			note?: string;
			lines: components["schemas"]["CreateReturnInputLine"][];
		};
		CreateReturnInputLine: {
			/** Format: uuid */
			order_line_id?: string | null;
			/**
			 * Format: uuid
			 * @description Instead of order_line_id: the only line of the order with this item, or, without an order, the item.
			 */
			item_id?: string | null;
			/** @description In the item's base unit. */
			qty: number;
			/** @description Why it comes back, in your own words; rules may ask for it. */
			reason_code: string;
			/** @description One number for each unit. */
			serial_nos?: string[] | null;
			lot_no?: string | null;
			/** @enum {string} */
			wanted?: "refund" | "replace" | "repair" | "none";
		};
		CreateReturnRuleInput: {
			name: string;
			/** @description Rules are tried from the lowest up. */
			priority: number;
			/**
			 * Format: uuid
			 * @description Whose goods. Null: any.
			 */
			merchant_id?: string | null;
			/** @description The class of the item. Null: any. */
			item_class?: string | null;
			/** @description Why the customer sends it back. Null: any. */
			reason_code?: string | null;
			/**
			 * @description What inspection found: such a rule applies to inspected units alone. Null: any, and before inspection.
			 * @enum {string|null}
			 */
			grade?: "A" | "B" | "C" | "D" | null;
			/**
			 * @description The kind of return. Null: any.
			 * @enum {string|null}
			 */
			kind?: "customer" | "undeliverable" | "recall" | "warranty" | null;
			/**
			 * @description never: received units go to available at once. sample: an inspection may look at some of its units. Default always.
			 * @enum {string}
			 */
			inspect?: "always" | "sample" | "never";
			/**
			 * @description What becomes of inspected units when nothing else is said.
			 * @enum {string|null}
			 */
			disposition?: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description How much of their price is credited. Default 100. */
			credit_percent?: number;
			/** @description Comes off the credit, for each unit. Default 0. */
			restocking_fee?: number;
			/**
			 * Format: uuid
			 * @description The billing item that says where the fee is booked.
			 */
			fee_item_id?: string | null;
			/** @description How many days after its goods left a return is authorized by itself. Null: however many. */
			window_days?: number | null;
			/** @description A return is authorized as it is asked for when the rules of all its lines say so. Default false. */
			auto_authorize?: boolean;
		};
		CreateShipmentInput: {
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code?: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string | null;
			ship_to?: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string | null;
			lines: components["schemas"]["CreateShipmentInputLine"][];
		};
		CreateShipmentInputLine: {
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		CreateSpotInput: {
			/** Format: uuid */
			warehouse_id: string;
			code: string;
			/** @enum {string} */
			kind: "door" | "parking" | "staging";
			/**
			 * @description Which appointments a door takes; default both.
			 * @enum {string}
			 */
			direction?: "inbound" | "outbound" | "both";
			/** @description Numbers the subject's events without gaps. */
			sequence?: number;
		};
		CreateTokenInput: {
			name: string;
			roles?: ("admin" | "operator" | "accountant" | "viewer" | "hub")[];
			permissions?: ("wms.inbound.view" | "wms.inbound.create" | "wms.inbound.receive" | "wms.inbound.over_receive" | "wms.inbound.correct" | "wms.outbound.view" | "wms.outbound.ship" | "wms.putaway.view" | "wms.moves.work" | "wms.moves.plan" | "wms.moves.override" | "wms.picking.view" | "wms.picking.work" | "wms.packing.view" | "wms.packing.work" | "wms.cycle_count.view" | "wms.cycle_count.work" | "wms.cycle_count.plan" | "wms.cycle_count.approve" | "wms.transfer.view" | "wms.transfers.manage" | "wms.returns.inspect" | "wms.returns.dispose" | "wms.returns.unplanned" | "wms.billing.view" | "wms.inventory.move" | "wms.inventory_adjust" | "wms.master_data.view" | "wms.master_data.manage" | "wms.print.view" | "wms.print.create" | "wms.print.devices" | "oms.orders.view" | "oms.orders.create" | "oms.orders.manage" | "oms.orders.approve" | "oms.returns.view" | "oms.returns.create" | "oms.returns.authorize" | "oms.returns.rules" | "oms.returns.credit" | "oms.inventory.view" | "oms.inventory.adjust" | "oms.master_data.view" | "oms.master_data.manage" | "oms.channels.view" | "oms.channels.manage" | "accounting.view" | "accounting.accounts" | "accounting.close" | "billing.rates" | "billing.run" | "billing.charges" | "invoices.write" | "invoices.issue" | "bills.write" | "bills.approve" | "payments.record" | "journal.post" | "purchase.view" | "purchase.manage" | "purchase.approve" | "yms.view" | "yms.manage" | "yms.approve" | "tms.view" | "tms.manage" | "tms.accounts" | "tms.rates" | "tms.labels" | "tms.labels.resolve" | "drayage.view" | "drayage.manage" | "integration.view" | "integration.manage" | "tenancy.view" | "tenancy.audit" | "tenancy.manage" | "ops.view" | "ops.manage")[];
			/** Format: uuid */
			member_id?: string | null;
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: date-time */
			expires_at?: string | null;
		};
		CreateTokenResult: {
			/** Format: uuid */
			id: string;
			name: string;
			permissions: string[];
			/** Format: uuid */
			member_id: string | null;
			/** @description The members whose access this was made with, at any remove: it ends with theirs. */
			made_by: string[];
			/**
			 * Format: uuid
			 * @description The token it was made with, and is revoked with; null: made by a person, or on the command line.
			 */
			maker_token_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: date-time */
			expires_at: string | null;
			/** Format: date-time */
			revoked_at: string | null;
			/** Format: date-time */
			created_at: string;
			access_token?: string;
		};
		CreateTransferInput: {
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/**
			 * @description Default ltl.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code?: string | null;
			/**
			 * Format: date
			 * @description When the goods are expected at the destination.
			 */
			expected_date?: string | null;
			note?: string;
			/** @description Releases it as well. */
			release?: boolean;
			lines: components["schemas"]["CreateTransferInputLine"][];
		};
		CreateTransferInputLine: {
			/** Format: uuid */
			item_id: string;
			/** @description In the item's base unit. */
			qty: number;
		};
		CreateVendorInput: {
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id?: string | null;
			/** @description Identifying numbers. They are yours: no other organization sees or changes them. */
			identifiers?: components["schemas"]["VendorIdentifiers"];
			/**
			 * Format: uuid
			 * @description The vendor's identity in the directory all organizations share. Default: an identity of its own. To use another one, choose among the vendor's matches, which share its name or numbers.
			 */
			directory_id?: string;
			/** @description Your own code for the vendor; default: derived from the name. */
			code?: string;
			contact?: components["schemas"]["VendorContact"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
		};
		CreateWarehouseInput: {
			code: string;
			name: string;
			/** @description IANA time zone; default: the organization's. */
			time_zone?: string;
			address?: components["schemas"]["WarehouseAddress"];
			/** @description Lower numbers are tried first when an order names no warehouse. */
			priority?: number;
		};
		CreditReturnInput: {
			/** @description Default: all lines whose goods are to be refunded. */
			lines?: components["schemas"]["CreditReturnInputLine"][];
			/** @description Comes off what is credited, and carries no tax. Default: what the rules of the units say, up to what is credited. */
			restocking_fee?: number | null;
			/**
			 * Format: uuid
			 * @description The billing item that says where the fee is booked.
			 */
			fee_item_id?: string | null;
			/**
			 * Format: date
			 * @description Default: today.
			 */
			invoice_date?: string;
			note?: string;
		};
		CreditReturnInputLine: {
			/** Format: uuid */
			return_line_id: string;
			/**
			 * Format: uuid
			 * @description Required with qty when the line was inspected several times.
			 */
			inspection_id?: string | null;
			/** @description Default: all that came back, was inspected and is not credited yet. */
			qty?: number | null;
			/** @description How much of their price is credited; default: what their rule says, else all of it. */
			credit_percent?: number | null;
		};
		Customer: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id: string | null;
			/** Format: email */
			email: string | null;
			phone: string | null;
			address: components["schemas"]["WarehouseAddress"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days: number;
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		CustomerChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "customer.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CustomerCreatedEventSubject"];
			data: Record<string, never>;
		};
		CustomerCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "customer.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["CustomerCreatedEventSubject"];
			data: Record<string, never>;
		};
		CustomerCreatedEventSubject: {
			/** @enum {unknown} */
			type: "customer";
			/** Format: uuid */
			id: string;
		};
		DeleteAccountResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteBillingItemResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteBillingRuleResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteBillResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteInvoiceResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteRateLineResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		DeleteRateSheetResult: {
			/** Format: uuid */
			id: string;
			deleted: boolean;
		};
		/** deliver */
		DeliverOrderInput: {
			/** @constant */
			action: "deliver";
		};
		/** deliver */
		DeliverShipmentInput: {
			/** @constant */
			action: "deliver";
			/** Format: date-time */
			delivered_at?: string;
			/** @description Who signed for the goods on delivery. */
			signed_by?: string;
		};
		DisposeReturnInput: {
			/** Format: uuid */
			inspection_id: string;
			/**
			 * @description Default: what the rule of the inspected units says.
			 * @enum {string|null}
			 */
			kind?: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description Default: all that is left of the inspection. */
			qty?: number | null;
			/**
			 * Format: uuid
			 * @description Where the units are. Required for restock, downgrade and scrap.
			 */
			location_id?: string | null;
			lot_no?: string | null;
			/**
			 * @description As what they came in; default: hold while enough of them are, else damaged.
			 * @enum {string|null}
			 */
			stock_status?: "hold" | "damaged" | null;
			/**
			 * Format: uuid
			 * @description downgrade: the item they become.
			 */
			to_item_id?: string | null;
			/** @description A reason code of the warehouse; default: return. */
			reason_code?: string | null;
			/** @description One number for each unit. */
			serial_nos?: string[] | null;
			note?: string;
		};
		/** dispute */
		DisputeInvoiceInput: {
			/** @constant */
			action: "dispute";
			reason: string;
		};
		DockRule: {
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			capacity_per_hour: number | null;
			approval_required: boolean;
			free_minutes: number;
		};
		DockRulesChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "dock_rules.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WarehouseCreatedEventSubject"];
			data: components["schemas"]["DockRulesChangedEventData"];
		};
		DockRulesChangedEventData: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description A decimal with at most 6 places. */
			capacity_per_hour?: number | null;
			approval_required?: boolean;
			/** @description A decimal with at most 6 places. */
			free_minutes?: number;
		};
		Document: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			kind: "packing_list" | "bill_of_lading";
			document_no: string;
			/**
			 * @description What kind of thing it is about.
			 * @enum {string}
			 */
			subject_type: "shipment" | "load";
			/**
			 * Format: uuid
			 * @description What it is about.
			 */
			subject_id: string;
			/** Format: date-time */
			created_at: string;
			content_type: string;
			size_bytes: number;
			sha256: string;
		};
		DocumentRow: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			kind: "packing_list" | "bill_of_lading";
			document_no: string;
			/**
			 * @description What kind of thing it is about.
			 * @enum {string}
			 */
			subject_type: "shipment" | "load";
			/**
			 * Format: uuid
			 * @description What it is about.
			 */
			subject_id: string;
			/** Format: date-time */
			created_at: string;
		};
		DrayageOrderCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCreatedEventData"];
		};
		DrayageOrderCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCompletedEventData"];
		};
		DrayageOrderCompletedEventData: {
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @enum {string} */
			status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled" | null;
			/** Format: uuid */
			receipt_id: string;
			/** Format: uuid */
			asn_id: string | null;
		};
		DrayageOrderCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCreatedEventData"];
		};
		DrayageOrderCreatedEventData: {
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @enum {string} */
			status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled" | null;
		};
		DrayageOrderCreatedEventSubject: {
			/** @enum {unknown} */
			type: "drayage_order";
			/** Format: uuid */
			id: string;
		};
		DrayageOrderDeliveredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.delivered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCreatedEventData"];
		};
		DrayageOrderDispatchedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.dispatched";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCreatedEventData"];
		};
		DrayageOrderPickedUpEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.picked_up";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderCreatedEventData"];
		};
		DrayageOrderTermsChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "drayage_order.terms_changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["DrayageOrderCreatedEventSubject"];
			data: components["schemas"]["DrayageOrderTermsChangedEventData"];
		};
		DrayageOrderTermsChangedEventData: {
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @enum {string} */
			status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled" | null;
			clocks: components["schemas"]["DrayageOrderTermsChangedEventDataClock"][];
		};
		DrayageOrderTermsChangedEventDataClock: {
			/** @enum {string} */
			kind: "demurrage" | "per_diem";
			/** @description The last day without a charge. */
			last_free_on: string | null;
		};
		DryRunFlowInput: {
			/** Format: uuid */
			event_id: string;
		};
		DryRunFlowResult: {
			status: string;
			error: unknown;
			steps: components["schemas"]["DryRunFlowResultStep"][];
		};
		DryRunFlowResultStep: {
			step_no: unknown;
			action: string;
			outcome: string;
			input: unknown;
			output: unknown;
			error: unknown;
		};
		DryRunReturnRulesInput: {
			/** Format: uuid */
			item_id: string;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			/**
			 * @description Default: not inspected yet.
			 * @enum {string|null}
			 */
			grade?: "A" | "B" | "C" | "D" | null;
			/**
			 * Format: date
			 * @description Default: not known to have left.
			 */
			shipped_on?: string | null;
		};
		DryRunReturnRulesResult: {
			/**
			 * Format: uuid
			 * @description Null: no rule matches; units are inspected, and credited in full.
			 */
			rule_id: string | null;
			is_in_window: boolean;
			/** @description Whether a return of such units alone is authorized by itself. */
			is_authorized: boolean;
			/** @description The active rules in their order, up to the one that applies. */
			considered: components["schemas"]["DryRunReturnRulesResultConsidered"][];
		};
		DryRunReturnRulesResultConsidered: {
			/** Format: uuid */
			rule_id: string;
			name: string;
			priority: number;
			matches: boolean;
			differs_in: ("merchant_id" | "item_class" | "reason_code" | "grade" | "kind")[];
		};
		Event: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description The kind of store. */
			connector: string;
			/** @description The store's own name for what happened. */
			topic: string;
			/** @description The store's own id for it. */
			external_id: string | null;
			/** @enum {string} */
			status: "received" | "ignored" | "failed" | "duplicate" | "unprocessed" | "processed";
			reason: string | null;
			/**
			 * @description How it was found whose store it came from.
			 * @enum {string}
			 */
			routed_by: "store_domain" | "single_candidate" | "gap_search";
			/** @description The domain of the shop, as the store said it. */
			shop_domain: string;
			/** @description Whether the signature of what arrived was good. */
			is_signed: boolean;
			/** Format: uuid */
			duplicate_of: string | null;
			/** Format: uuid */
			order_id: string | null;
			/** Format: date-time */
			received_at: string;
			/** Format: date-time */
			processed_at: string | null;
			/** Format: date-time */
			archived_at: string | null;
			raw_body: string | null;
		};
		EventRow: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description The kind of store. */
			connector: string;
			/** @description The store's own name for what happened. */
			topic: string;
			/** @description The store's own id for it. */
			external_id: string | null;
			/** @enum {string} */
			status: "received" | "ignored" | "failed" | "duplicate" | "unprocessed" | "processed";
			reason: string | null;
			/**
			 * @description How it was found whose store it came from.
			 * @enum {string}
			 */
			routed_by: "store_domain" | "single_candidate" | "gap_search";
			/** @description The domain of the shop, as the store said it. */
			shop_domain: string;
			/** @description Whether the signature of what arrived was good. */
			is_signed: boolean;
			/** Format: uuid */
			duplicate_of: string | null;
			/** Format: uuid */
			order_id: string | null;
			/** Format: date-time */
			received_at: string;
			/** Format: date-time */
			processed_at: string | null;
			/** Format: date-time */
			archived_at: string | null;
		};
		Events: {
			events: components["schemas"]["EventsEvent"][];
			/** @description Where to continue. */
			next: string;
			/** @description Whether there is already more to read. */
			has_more: boolean;
		};
		EventsEvent: {
			/** Format: uuid */
			id: string;
			type: string;
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["EventsEventSubject"];
			data: {
				[key: string]: unknown;
			};
			cursor: string;
		};
		EventsEventSubject: {
			type: string;
			/** Format: uuid */
			id: string;
		};
		FindGapsInput: {
			/** Format: uuid */
			connection_id: string;
			/**
			 * Format: date-time
			 * @description At most 31 days before until.
			 */
			since: string;
			/**
			 * Format: date-time
			 * @description Now by default.
			 */
			until?: string;
			/**
			 * @description Which of an order's timestamps to search by; created by default.
			 * @enum {string}
			 */
			looked_by?: "created" | "updated";
		};
		/** finish_loading */
		FinishLoadingInput: {
			/** @constant */
			action: "finish_loading";
		};
		Flow: {
			/** Format: uuid */
			id: string;
			name: string;
			/** @enum {string} */
			status: "draft" | "published" | "archived";
			version: number;
			trigger: components["schemas"]["FlowTrigger"];
			conditions: {
				[key: string]: unknown;
			} | null;
			steps: components["schemas"]["FlowStep"][];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		FlowNotifiedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "flow.notified";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["FlowNotifiedEventSubject"];
			data: components["schemas"]["FlowNotifiedEventData"];
		};
		FlowNotifiedEventData: {
			/** Format: uuid */
			event_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			message: string;
		};
		FlowNotifiedEventSubject: {
			/** @enum {unknown} */
			type: "inbound_event";
			/** Format: uuid */
			id: string;
		};
		FlowStep: {
			/** @enum {string} */
			action: "map_order" | "create_order" | "submit" | "approve" | "allocate" | "push_to_wms" | "hold" | "notify";
			when?: {
				[key: string]: unknown;
			};
			with?: {
				[key: string]: unknown;
			};
		};
		FlowTrigger: {
			/** @enum {string} */
			type: "webhook";
			/**
			 * @description The kind of store.
			 * @enum {string}
			 */
			connector: "storefront";
			has_webhook_secret: boolean;
		};
		FlowVersions: {
			versions: components["schemas"]["FlowVersionsVersion"][];
		};
		FlowVersionsVersion: {
			version: number;
			has_webhook_secret: boolean;
			conditions: {
				[key: string]: unknown;
			} | null;
			steps: components["schemas"]["FlowStep"][];
			published_by: string;
			/** Format: date-time */
			published_at: string;
		};
		/** fulfill */
		FulfillOrderInput: {
			/** @constant */
			action: "fulfill";
		};
		GapOrder: {
			/** Format: uuid */
			search_id: string;
			/** Format: uuid */
			connection_id: string;
			/** @description The store's own id for it. */
			external_id: string;
			/** @enum {string} */
			outcome: "missing" | "fetched" | "came_meanwhile" | "gone" | "unreadable";
			/** Format: uuid */
			event_id: string | null;
			/** Format: date-time */
			found_at: string;
			/** Format: date-time */
			ended_at: string | null;
		};
		GapSearch: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description Started by the schedule. */
			is_scheduled: boolean;
			/** @enum {string} */
			looked_by: "created" | "updated";
			/** Format: date-time */
			since: string;
			/** Format: date-time */
			until: string;
			/** @enum {string} */
			status: "queued" | "running" | "done" | "failed";
			/** @description Orders the store has in the window, as far as it was searched. */
			orders_seen: number;
			/** @description How many of those had never arrived. */
			orders_missing: number;
			/** @description How many of those were fetched and went to the inbox. */
			orders_fetched: number;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			ended_at: string | null;
		};
		/** give_up */
		GiveUpLabelInput: {
			/** @constant */
			action: "give_up";
			reason: string;
		};
		HoldLotInput: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/** @enum {string} */
			kind: "quality" | "quarantine" | "recall" | "customs" | "owner";
			reason: string;
		};
		HoldLotResult: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/**
			 * Format: uuid
			 * @description The ledger's ref_id of what it moves.
			 */
			hold_id: string;
			/** @enum {string} */
			kind: "quality" | "quarantine" | "recall" | "customs" | "owner";
			reason: string;
			/** @description What this call put on hold, in all places. */
			held_qty: number;
			/** @description Shipments that still have some of it in the building. It stays with them: cancel or hold them. */
			allocated: components["schemas"]["HoldLotResultAllocated"];
			/** @description Shipments it left with already. */
			shipped: components["schemas"]["HoldLotResultShipped"];
		};
		HoldLotResultAllocated: {
			total: number;
			/** @description What all of them have of the lot. */
			qty: number;
			/** @description At most 200, the newest first. */
			shipments: components["schemas"]["HoldLotResultAllocatedShipment"][];
		};
		HoldLotResultAllocatedShipment: {
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			status: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: date-time */
			shipped_at: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		HoldLotResultShipped: {
			total: number;
			/** @description What all of them have of the lot. */
			qty: number;
			/** @description At most 200, the newest first. */
			shipments: components["schemas"]["HoldLotResultAllocatedShipment"][];
		};
		HoldOrderInput: {
			/** @enum {string} */
			reason: "UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL";
			note?: string;
		};
		Hub: {
			/** Format: uuid */
			id: string;
			name: string;
			/** Format: uuid */
			warehouse_id: string | null;
			warehouse_name: string | null;
			version: string;
			platform: string;
			/** @description The hub was heard from within the last 2 minutes. */
			online: boolean;
			/** Format: date-time */
			last_seen_at: string | null;
			/** Format: date-time */
			revoked_at: string | null;
			device_count: number;
			/** Format: date-time */
			created_at: string;
		};
		HubChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "hub.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["HubEnrolledEventSubject"];
			data: components["schemas"]["HubChangedEventData"];
		};
		HubChangedEventData: {
			name?: string;
			/** Format: uuid */
			warehouse_id?: string | null;
		};
		HubEnrolledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "hub.enrolled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["HubEnrolledEventSubject"];
			data: components["schemas"]["HubEnrolledEventData"];
		};
		HubEnrolledEventData: {
			/** Format: uuid */
			enrollment_key_id: string;
		};
		HubEnrolledEventSubject: {
			/** @enum {unknown} */
			type: "hub";
			/** Format: uuid */
			id: string;
		};
		HubEnrollmentKey: {
			/** Format: uuid */
			id: string;
			name: string;
			/** Format: uuid */
			warehouse_id: string | null;
			/**
			 * Format: uuid
			 * @description The access token it was made with, and is revoked with.
			 */
			maker_token_id: string | null;
			/** Format: date-time */
			expires_at: string;
			/** Format: date-time */
			revoked_at: string | null;
			hubs_enrolled: number;
			/** Format: date-time */
			last_used_at: string | null;
			/** Format: date-time */
			created_at: string;
		};
		HubEnrollmentKeyCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "hub_enrollment_key.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["HubEnrollmentKeyCreatedEventSubject"];
			data: Record<string, never>;
		};
		HubEnrollmentKeyCreatedEventSubject: {
			/** @enum {unknown} */
			type: "hub_enrollment_key";
			/** Format: uuid */
			id: string;
		};
		HubEnrollmentKeyRevokedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "hub_enrollment_key.revoked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["HubEnrollmentKeyCreatedEventSubject"];
			data: Record<string, never>;
		};
		HubRevokedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "hub.revoked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["HubEnrolledEventSubject"];
			data: Record<string, never>;
		};
		Import: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			kind: "items" | "locations" | "stock";
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			skip_bad_lines: boolean;
			/**
			 * @description checked: the end of a dry run; rejected: bad lines, nothing was applied.
			 * @enum {string}
			 */
			state: "checking" | "checked" | "rejected" | "applying" | "completed";
			lines_total: number;
			lines_checked: number;
			lines_applied: number;
			lines_bad: number;
			created_count: number;
			updated_count: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
			/** @description The first 200 bad lines; all under /errors. */
			errors: components["schemas"]["ImportError"][];
		};
		ImportCheckedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "import.checked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ImportStartedEventSubject"];
			data: Record<string, never>;
		};
		ImportCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "import.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ImportStartedEventSubject"];
			data: Record<string, never>;
		};
		ImportError: {
			line: number;
			problems: components["schemas"]["ImportErrorProblem"][];
		};
		ImportErrorProblem: {
			path: string;
			code: string;
			message: string;
		};
		ImportErrorRow: {
			line: number;
			problems: components["schemas"]["ImportErrorProblem"][];
		};
		ImportRejectedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "import.rejected";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ImportStartedEventSubject"];
			data: Record<string, never>;
		};
		ImportRow: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			kind: "items" | "locations" | "stock";
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			skip_bad_lines: boolean;
			/**
			 * @description checked: the end of a dry run; rejected: bad lines, nothing was applied.
			 * @enum {string}
			 */
			state: "checking" | "checked" | "rejected" | "applying" | "completed";
			lines_total: number;
			lines_checked: number;
			lines_applied: number;
			lines_bad: number;
			created_count: number;
			updated_count: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
		};
		ImportStartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "import.started";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ImportStartedEventSubject"];
			data: components["schemas"]["ImportStartedEventData"];
		};
		ImportStartedEventData: {
			/** @enum {string} */
			kind: "items" | "locations" | "stock";
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		ImportStartedEventSubject: {
			/** @enum {unknown} */
			type: "import";
			/** Format: uuid */
			id: string;
		};
		InboundReceipt: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string | null;
			/** Format: uuid */
			transfer_id: string | null;
			/** Format: uuid */
			return_id: string | null;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			title: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: date */
			expected_date: string | null;
			/** Format: uuid */
			open_task_id: string | null;
			progress: components["schemas"]["InboundReceiptProgress"];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			lines: components["schemas"]["InboundReceiptLine"][];
		};
		InboundReceiptDiscrepancies: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			is_final: boolean;
			discrepancies: components["schemas"]["InboundReceiptDiscrepanciesDiscrepancy"][];
		};
		InboundReceiptDiscrepanciesDiscrepancy: {
			/** @enum {string} */
			type: "short" | "over" | "damaged" | "rejected" | "wrong_lot";
			/** Format: uuid */
			receipt_line_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			expected_qty: number | null;
			/** @description A decimal with at most 6 places. */
			counted_qty: number;
			/** @description A decimal with at most 6 places. */
			qty: number;
			expected_lot_no: string | null;
			lot_no: string | null;
		};
		InboundReceiptLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			lot_no: string | null;
			is_unplanned: boolean;
			/** @description A decimal with at most 6 places. */
			expected_qty: number | null;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			damaged_qty: number;
			/** @description A decimal with at most 6 places. */
			rejected_qty: number;
			/** @description A decimal with at most 6 places. */
			remaining_qty: number;
			/** @description A decimal with at most 6 places. */
			over_qty: number;
		};
		InboundReceiptProgress: {
			/** @description Counted over expected, each line capped at its expected quantity: 0 to 1. */
			ratio: number;
			lines_done: number;
			lines_total: number;
			/** @description In base units. */
			expected_qty: number;
			/** @description In base units: good, damaged and rejected. */
			counted_qty: number;
		};
		InboundReceiptPutaway: {
			/** Format: uuid */
			receipt_id: string;
			rows: components["schemas"]["InboundReceiptPutawayRow"][];
		};
		InboundReceiptPutawayRow: {
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			status: string;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			suggestions: components["schemas"]["InboundReceiptPutawayRowSuggestion"][];
		};
		InboundReceiptPutawayRowSuggestion: {
			/** Format: uuid */
			location_id: string;
			location: string;
			zone: string | null;
			/** @enum {string} */
			reason: "same_item_and_lot" | "same_item" | "free_capacity";
			/** @description A decimal with at most 6 places. */
			free_capacity: number | null;
		};
		InboundReceiptRow: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string | null;
			/** Format: uuid */
			transfer_id: string | null;
			/** Format: uuid */
			return_id: string | null;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			title: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: date */
			expected_date: string | null;
			/** Format: uuid */
			open_task_id: string | null;
			progress: components["schemas"]["InboundReceiptProgress"];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
		};
		InspectReturnInput: {
			/** Format: uuid */
			return_line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description How many of them were looked at, where the rule asks for a sample. Default: all. */
			sampled_qty?: number | null;
			/**
			 * @description What an inspection found the goods to be worth.
			 * @enum {string}
			 */
			grade: "A" | "B" | "C" | "D";
			defects?: string[];
			/** @description One number for each unit. */
			serial_nos?: string[] | null;
			/** @description A decimal with at most 2 places. */
			minutes?: number | null;
			note?: string;
		};
		Inventory: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** Format: uuid */
			merchant_id: string;
			lot_no: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
			lpn_count: number;
			/** Format: date-time */
			updated_at: string;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id?: string | null;
			/** @description License plate number: the number of a pallet or carton. */
			lpn?: string | null;
		};
		InventoryAdjustedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "inventory.adjusted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InventoryChangedEventSubject"];
			data: components["schemas"]["InventoryAdjustedEventData"];
		};
		InventoryAdjustedEventData: {
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty_delta: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** Format: uuid */
			location_id?: string;
			lot_no?: string;
			status?: string;
			/** @description One number for each unit. */
			serial_nos?: string[];
		};
		InventoryChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "inventory.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InventoryChangedEventSubject"];
			data: components["schemas"]["InventoryChangedEventData"];
		};
		InventoryChangedEventData: {
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			warehouse_id?: string;
			transaction_types?: string[];
			item_ids?: string[];
			refs?: components["schemas"]["InventoryChangedEventDataRef"][];
			/** Format: uuid */
			item_id?: string;
			/** Format: uuid */
			location_id?: string;
			lot_no?: string | null;
			from_status?: string;
			to_status?: string;
			/** @description A decimal with at most 6 places. */
			qty?: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code?: string;
		};
		InventoryChangedEventDataRef: {
			/** @description What kind of document the reason is. */
			ref_type: string;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string | null;
		};
		InventoryChangedEventSubject: {
			/** @enum {unknown} */
			type: "inventory_change" | "inventory_hold" | "inventory_adjustment" | "inventory_move" | "oms_adjustment" | "count_task";
			/** Format: uuid */
			id: string;
		};
		InventoryHolders: {
			inventory: components["schemas"]["InventoryHoldersInventory"];
			/** @description Why an order cannot use this stock; null if it can. */
			not_allocatable: string | null;
			/** Format: uuid */
			count_task_id: string | null;
			holders: components["schemas"]["InventoryHoldersHolder"][];
		};
		InventoryHoldersHolder: {
			/** Format: uuid */
			allocation_id: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string | null;
			status: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** Format: date-time */
			since: string;
		};
		InventoryHoldersInventory: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** Format: uuid */
			merchant_id: string;
			lot_no: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
			lpn_count: number;
			/** Format: date-time */
			updated_at: string;
		};
		InventoryIntegrity: {
			/** Format: date-time */
			checked_at: string;
			/** @description The closing of the ledger that the sums began at, and when it was last proved; null: they began at the first entry. */
			closing: components["schemas"]["InventoryIntegrityClosing"] | null;
			keys_checked: number;
			mismatch_count: number;
			mismatches: components["schemas"]["InventoryIntegrityMismatch"][];
			allocation_mismatch_count: number;
			/** @description Serial-tracked items whose number of live serials differs from their stock. */
			serial_mismatch_count: number;
		};
		InventoryIntegrityClosing: {
			/** Format: date-time */
			closed_through: string;
			/** Format: date-time */
			proved_at: string | null;
		};
		InventoryIntegrityMismatch: {
			/** Format: uuid */
			item_id: string;
			/** Format: uuid */
			location_id: string;
			status: string;
			lot_no: string | null;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id: string | null;
			/** @description A decimal with at most 6 places. */
			balance: number;
			/** @description A decimal with at most 6 places. */
			ledger: number;
		};
		InventoryLockedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "inventory.locked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InventoryChangedEventSubject"];
			data: components["schemas"]["InventoryLockedEventData"];
		};
		InventoryLockedEventData: {
			location_ids: string[];
		};
		InventoryMovedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "inventory.moved";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InventoryChangedEventSubject"];
			data: components["schemas"]["InventoryMovedEventData"];
		};
		InventoryMovedEventData: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** Format: uuid */
			from_location_id: string | null;
			/** Format: uuid */
			to_location_id: string;
			moved: components["schemas"]["InventoryMovedEventDataMoved"][];
		};
		InventoryMovedEventDataMoved: {
			/** Format: uuid */
			item_id: string;
			lot_no: string | null;
			status: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		InventoryStatement: {
			/** Format: uuid */
			merchant_id: string;
			merchant: string;
			/** Format: date */
			from: string;
			/** Format: date */
			to: string;
			/** @description IANA name, such as America/New_York. */
			time_zone: string;
			items: components["schemas"]["InventoryStatementItem"][];
			lines: components["schemas"]["InventoryStatementLine"][];
			lines_total: number;
		};
		InventoryStatementItem: {
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			opening: number;
			/** @description A decimal with at most 6 places. */
			received: number;
			/** @description A decimal with at most 6 places. */
			returned: number;
			/** @description A decimal with at most 6 places. */
			shipped: number;
			/** @description A decimal with at most 6 places. */
			transferred: number;
			/** @description A decimal with at most 6 places. */
			reversed: number;
			/** @description A decimal with at most 6 places. */
			adjusted: number;
			adjusted_by_reason: components["schemas"]["InventoryStatementItemAdjustedByReason"][];
			/** @description A decimal with at most 6 places. */
			closing: number;
		};
		InventoryStatementItemAdjustedByReason: {
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		InventoryStatementLine: {
			/** Format: uuid */
			id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description What kind of movement an entry of the stock ledger records. */
			transaction_type: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** Format: uuid */
			merchant_id: string;
			lot_no: string | null;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty_delta: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string | null;
			note: string | null;
			/** @description What kind of document the reason is. */
			ref_type: string;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string | null;
			/** Format: uuid */
			ref_line_id: string | null;
			/**
			 * Format: uuid
			 * @description The entry that this one takes back.
			 */
			reverses_id: string | null;
			/** @description Who asked for it: the name of a token or a member. */
			actor: string;
			/**
			 * Format: uuid
			 * @description The request that made it, as in the log.
			 */
			command_id: string;
		};
		InventoryUnlockedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "inventory.unlocked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InventoryChangedEventSubject"];
			data: components["schemas"]["InventoryLockedEventData"];
		};
		Invoice: {
			/** Format: uuid */
			id: string;
			invoice_no: string | null;
			/** @enum {string} */
			kind: "invoice" | "credit_note";
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** @description The name of the merchant, customer, vendor or carrier. */
			party_name: string;
			bill_to: {
				[key: string]: unknown;
			};
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			buyer_vat_id: string | null;
			/** @description Untaxed: the buyer pays the tax. */
			reverse_charge: boolean;
			/** @enum {string} */
			source: "manual" | "billing_run" | "sales_order" | "return";
			/** Format: uuid */
			run_id: string | null;
			/** Format: uuid */
			sales_order_id: string | null;
			/**
			 * Format: uuid
			 * @description The return that a credit note pays back.
			 */
			return_id: string | null;
			/** Format: uuid */
			original_invoice_id: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** Format: date */
			invoice_date: string;
			/** Format: date */
			due_date: string;
			/** Format: date */
			period_start: string | null;
			/** Format: date */
			period_end: string | null;
			/** @description The how-manieth further invoice of the same period; 0 for the first. */
			supplement_no: number;
			po_number: string | null;
			notes: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			tax_total: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_paid: number;
			/** @description Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used. */
			amount_credited: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			is_overdue: boolean;
			/** @description A decimal with at most 4 places. */
			discount_total: number;
			disputed: boolean;
			dispute_reason: string | null;
			/** Format: date-time */
			issued_at: string | null;
			issued_by: string | null;
			/** Format: date-time */
			paid_at: string | null;
			/** Format: date-time */
			voided_at: string | null;
			voided_by: string | null;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date: string | null;
			void_reason: string | null;
			version: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			lines: components["schemas"]["InvoiceLine"][];
		};
		InvoiceChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceCreatedEventData"];
		};
		InvoiceCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceCreatedEventData"];
		};
		InvoiceCreatedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
		};
		InvoiceCreatedEventSubject: {
			/** @enum {unknown} */
			type: "invoice";
			/** Format: uuid */
			id: string;
		};
		InvoiceDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: Record<string, never>;
		};
		InvoiceDisputedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.disputed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceDisputedEventData"];
		};
		InvoiceDisputedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			reason: string;
		};
		InvoiceDisputeResolvedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.dispute_resolved";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceDisputeResolvedEventData"];
		};
		InvoiceDisputeResolvedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			note?: string;
		};
		InvoiceIssuedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.issued";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceIssuedEventData"];
		};
		InvoiceIssuedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "draft" | "open" | "partially_paid" | "paid" | "void";
			invoice_no?: string | null;
		};
		InvoiceLine: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			invoice_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			billing_item_id: string | null;
			/** @description The billing item's category. */
			category: string | null;
			/** Format: uuid */
			account_id: string;
			account_code: string;
			account_name: string;
			description: string;
			/** @description A decimal with at most 6 places. */
			quantity: number;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			unit_price: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
			tax_code: string;
			/** @description A decimal with at most 6 places. */
			tax_rate: number;
			/** Format: uuid */
			warehouse_id: string | null;
			/** Format: date */
			service_from: string | null;
			/** Format: date */
			service_to: string | null;
			charge_count: number;
			/** @enum {string} */
			source: "manual" | "charges" | "sales_order" | "return";
			/**
			 * Format: uuid
			 * @description The order line invoiced, or of which units are credited.
			 */
			order_line_id: string | null;
			/** Format: uuid */
			return_line_id: string | null;
			/** Format: uuid */
			inspection_id: string | null;
			/** @description How much of the price of the returned units is credited. */
			credit_percent: number | null;
		};
		InvoicePayment: {
			/** Format: uuid */
			id: string;
			payment_no: string;
			/** @enum {string} */
			direction: "in" | "out";
			/** @enum {string} */
			method: "ach" | "wire" | "check" | "card" | "cash" | "credit_note" | "write_off" | "other";
			/** Format: date */
			payment_date: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description How much it reduced the amount due; negative for a reversal. */
			applied_amount: number;
			/** Format: uuid */
			account_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** Format: uuid */
			invoice_id: string | null;
			/** Format: uuid */
			bill_id: string | null;
			/** Format: uuid */
			credit_invoice_id: string | null;
			/** Format: uuid */
			credit_bill_id: string | null;
			reference: string;
			/** @description What the line is for, in words. */
			memo: string;
			/** Format: uuid */
			reverses_payment_id: string | null;
			/** Format: uuid */
			reversed_by_payment_id: string | null;
			/**
			 * Format: uuid
			 * @description Null if nothing was posted: a credit applied at the same exchange rate.
			 */
			journal_entry_id: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
		};
		InvoicePaymentRecordedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.payment_recorded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoicePaymentRecordedEventData"];
		};
		InvoicePaymentRecordedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			payment_id: string;
		};
		InvoicePaymentReversedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.payment_reversed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoicePaymentRecordedEventData"];
		};
		InvoiceRow: {
			/** Format: uuid */
			id: string;
			invoice_no: string | null;
			/** @enum {string} */
			kind: "invoice" | "credit_note";
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** @description The name of the merchant, customer, vendor or carrier. */
			party_name: string;
			bill_to: {
				[key: string]: unknown;
			};
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			buyer_vat_id: string | null;
			/** @description Untaxed: the buyer pays the tax. */
			reverse_charge: boolean;
			/** @enum {string} */
			source: "manual" | "billing_run" | "sales_order" | "return";
			/** Format: uuid */
			run_id: string | null;
			/** Format: uuid */
			sales_order_id: string | null;
			/**
			 * Format: uuid
			 * @description The return that a credit note pays back.
			 */
			return_id: string | null;
			/** Format: uuid */
			original_invoice_id: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** Format: date */
			invoice_date: string;
			/** Format: date */
			due_date: string;
			/** Format: date */
			period_start: string | null;
			/** Format: date */
			period_end: string | null;
			/** @description The how-manieth further invoice of the same period; 0 for the first. */
			supplement_no: number;
			po_number: string | null;
			notes: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			tax_total: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_paid: number;
			/** @description Credits applied and write-offs; for a credit note or vendor credit, how much of it has been used. */
			amount_credited: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			is_overdue: boolean;
			/** @description A decimal with at most 4 places. */
			discount_total: number;
			disputed: boolean;
			dispute_reason: string | null;
			/** Format: date-time */
			issued_at: string | null;
			issued_by: string | null;
			/** Format: date-time */
			paid_at: string | null;
			/** Format: date-time */
			voided_at: string | null;
			voided_by: string | null;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date: string | null;
			void_reason: string | null;
			version: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		InvoiceVoidedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "invoice.voided";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["InvoiceCreatedEventSubject"];
			data: components["schemas"]["InvoiceVoidedEventData"];
		};
		InvoiceVoidedEventData: {
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "draft" | "open" | "partially_paid" | "paid" | "void";
		};
		/** issue */
		IssueInvoiceInput: {
			/** @constant */
			action: "issue";
		};
		Item: {
			/** Format: uuid */
			id: string;
			sku: string;
			name: string;
			/**
			 * Format: uuid
			 * @description Required in the 3PL edition; an item's merchant never changes.
			 */
			merchant_id: string;
			/** @description The base unit stock is kept in; default EA. */
			uom: string;
			/** @description Whether each receipt has to name the lot. */
			lot_tracked: boolean;
			/** @description Whether each receipt has to say when the goods expire. */
			expiry_tracked: boolean;
			/** @description Whether each unit has a number of its own. */
			serial_tracked: boolean;
			/** @description Received goods get status hold. */
			qc_hold: boolean;
			/** @description Goods that expire sooner than this are not allocated to orders. */
			min_remaining_life_days: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			/** @description A decimal with at most 6 places. */
			volume_cbm: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_carton: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_pallet: number | null;
			/** @description A group of items of your own, which rate lines can refer to. */
			item_class: string;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class: string;
			/**
			 * @description A is picked most.
			 * @enum {string|null}
			 */
			velocity: "A" | "B" | "C" | null;
			/** @description Other units, each exactly `factor` base units. When given, the list replaces the present one. */
			uoms: components["schemas"]["ItemUom"][];
			/** @description When given, the list replaces the present one. A barcode belongs to one item of the merchant. */
			barcodes: components["schemas"]["ItemBarcode"][];
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		ItemBarcode: {
			barcode: string;
			/** @description Unit of measure. */
			uom?: string | null;
		};
		ItemChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "item.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ItemCreatedEventSubject"];
			data: Record<string, never>;
		};
		ItemCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "item.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ItemCreatedEventSubject"];
			data: Record<string, never>;
		};
		ItemCreatedEventSubject: {
			/** @enum {unknown} */
			type: "item";
			/** Format: uuid */
			id: string;
		};
		ItemUom: {
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			factor: number;
		};
		JournalEntry: {
			/** Format: uuid */
			id: string;
			entry_no: string;
			/** Format: date */
			entry_date: string;
			/** @enum {string} */
			source_type: "invoice" | "bill" | "payment" | "manual" | "accrual" | "fx_revaluation" | "opening" | "closing";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string;
			/** @description The number of the document that posted it. */
			source_no: string | null;
			/** @enum {string} */
			event: "issue" | "void" | "receive" | "pay" | "reverse" | "write_off" | "post" | "accrue" | "revalue";
			/**
			 * Format: uuid
			 * @description The entry that this one takes back.
			 */
			reverses_id: string | null;
			/** Format: uuid */
			reversed_by_id: string | null;
			description: string;
			posted_by: string;
			/** Format: date-time */
			created_at: string;
			/** @description Its position in the journal's hash chain; null for up to a minute until it joins. */
			chain_seq: number | null;
			/** @description SHA-256 over the entry and the previous hash, in hex. */
			chain_hash: string | null;
			/** @description For the account filtered by: debit minus credit, base currency. */
			account_amount: number | null;
			/** @description For the account filtered by, after this entry. */
			running_balance: number | null;
			lines: components["schemas"]["JournalEntryLine"][];
		};
		JournalEntryChain: {
			/** @description The length of the chain: the number of entries in it. */
			links: number;
			/** @description SHA-256 in hex. Recorded elsewhere, it shows later whether the whole chain was rebuilt. */
			last_hash: string | null;
			/** Format: date-time */
			last_chained_at: string | null;
			/** @description Where this request started. */
			checked_after: number;
			/** @description Links compared with their entries by this request. */
			checked: number;
			/** @description True if none of the checked links is broken. */
			is_whole: boolean;
			/** @description The first link whose entry was changed after posting, or before which links are missing. */
			broken: components["schemas"]["JournalEntryChainBroken"] | null;
			/** @description The next request’s after; null if the chain was checked to its end. */
			next_after: number | null;
			/** @description Entries in no link, counted up to 10000, and only at the end of the chain. New ones join within a minute. */
			unchained: number | null;
			/**
			 * Format: date-time
			 * @description When the oldest of them was posted: more than a few minutes ago is a sign of tampering.
			 */
			oldest_unchained_at: string | null;
		};
		JournalEntryChainBroken: {
			chain_seq: number;
			/** Format: uuid */
			entry_id: string;
			entry_no: string | null;
		};
		JournalEntryLine: {
			/** Format: uuid */
			entry_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			account_id: string;
			account_code: string;
			account_name: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			debit: number;
			/** @description A decimal with at most 4 places. */
			credit: number;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** @description A decimal with at most 4 places. */
			base_debit: number;
			/** @description A decimal with at most 4 places. */
			base_credit: number;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** Format: uuid */
			invoice_line_id: string | null;
			/** Format: uuid */
			bill_line_id: string | null;
			/** @description What the line is for, in words. */
			memo: string;
			/**
			 * @description Null for a line the tax report leaves out.
			 * @enum {string|null}
			 */
			tax_side: "sales" | "purchases" | null;
			/**
			 * @description base: what was taxed; tax: the tax on it.
			 * @enum {string|null}
			 */
			tax_part: "base" | "tax" | null;
			/** @description The document line's; `reverse charge` where the buyer pays the tax. */
			tax_code: string | null;
			/** @description Percent; null where tax was given as one sum. */
			tax_rate: number | null;
		};
		JournalEntryPostedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "journal_entry.posted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["JournalEntryPostedEventSubject"];
			data: Record<string, never>;
		};
		JournalEntryPostedEventSubject: {
			/** @enum {unknown} */
			type: "journal_entry";
			/** Format: uuid */
			id: string;
		};
		JournalEntryReversedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "journal_entry.reversed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["JournalEntryPostedEventSubject"];
			data: components["schemas"]["JournalEntryReversedEventData"];
		};
		JournalEntryReversedEventData: {
			/** Format: uuid */
			reversed_by: string;
		};
		JournalLine: {
			/** Format: uuid */
			entry_id: string;
			entry_no: string;
			/** Format: date */
			entry_date: string;
			description: string;
			/** @enum {string} */
			source_type: "invoice" | "bill" | "payment" | "manual" | "accrual" | "fx_revaluation" | "opening" | "closing";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			account_id: string;
			account_code: string;
			account_name: string;
			/** Format: uuid */
			merchant_id: string | null;
			merchant_name: string | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			debit: number;
			/** @description A decimal with at most 4 places. */
			credit: number;
			/** @description A decimal with at most 4 places. */
			base_debit: number;
			/** @description A decimal with at most 4 places. */
			base_credit: number;
			/** @description What the line is for, in words. */
			memo: string;
			/**
			 * @description Null for a line the tax report leaves out.
			 * @enum {string|null}
			 */
			tax_side: "sales" | "purchases" | null;
			/**
			 * @description base: what was taxed; tax: the tax on it.
			 * @enum {string|null}
			 */
			tax_part: "base" | "tax" | null;
			/** @description The document line's; `reverse charge` where the buyer pays the tax. */
			tax_code: string | null;
			/** @description Percent; null where tax was given as one sum. */
			tax_rate: number | null;
		};
		Label: {
			/**
			 * Format: uuid
			 * @description Also the reference under which the carrier knows it.
			 */
			id: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** Format: uuid */
			carton_id: string | null;
			carton_no: number | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			account_id: string;
			account_name: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string;
			/** Format: uuid */
			quote_id: string | null;
			/**
			 * @description unknown: the carrier gave no answer, so it may have been bought; the parcel gets no other label until that is settled.
			 * @enum {string}
			 */
			state: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			carrier_code: string | null;
			/** @description What the carrier asks. Null to a merchant whose account it was not bought with. */
			amount: number | null;
			currency: string | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number;
			/**
			 * @description Whether it was weighed, its items were added up, or it was given.
			 * @enum {string}
			 */
			weight_by: "scale" | "items" | "given";
			/** @enum {string|null} */
			format: "zpl" | "pdf" | null;
			/** Format: date-time */
			unknown_since: string | null;
			/**
			 * Format: date-time
			 * @description When the carrier is asked again. Null: a person has to decide.
			 */
			next_try_at: string | null;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** @description Who decided what had become of it. */
			resolved_by: string | null;
			resolved_for: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			bought_at: string | null;
			/** Format: date-time */
			refused_at: string | null;
			/** Format: date-time */
			voided_at: string | null;
		};
		LabelBoughtEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "label.bought";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LabelBoughtEventSubject"];
			data: components["schemas"]["LabelBoughtEventData"];
		};
		LabelBoughtEventData: {
			/** Format: uuid */
			label_id: string;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			carton_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string;
			/** @enum {string} */
			state: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
			/** @enum {string} */
			previous_state: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
			carrier_code: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
		};
		LabelBoughtEventSubject: {
			/** @enum {unknown} */
			type: "label";
			/** Format: uuid */
			id: string;
		};
		LabelRefusedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "label.refused";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LabelBoughtEventSubject"];
			data: components["schemas"]["LabelRefusedEventData"];
		};
		LabelRefusedEventData: {
			/** Format: uuid */
			label_id: string;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			carton_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string;
			/** @enum {string} */
			state: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
			/** @enum {string} */
			previous_state: "queued" | "sending" | "unknown" | "refused" | "bought" | "voiding" | "void_unknown" | "voided";
			reason: string;
		};
		LabelUnknownEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "label.unknown";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LabelBoughtEventSubject"];
			data: components["schemas"]["LabelRefusedEventData"];
		};
		LabelVoidedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "label.voided";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LabelBoughtEventSubject"];
			data: components["schemas"]["LabelBoughtEventData"];
		};
		LabelVoidRefusedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "label.void_refused";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LabelBoughtEventSubject"];
			data: components["schemas"]["LabelRefusedEventData"];
		};
		LiftHoldInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no?: string;
			/** @description Default: all of it. */
			qty?: number;
			/** @description One of the organization's reason codes. */
			reason_code: string;
			note?: string;
			/**
			 * @description Default available.
			 * @enum {string}
			 */
			to_status?: "available" | "damaged";
		};
		Load: {
			/** Format: uuid */
			id: string;
			load_no: string;
			/** @enum {string} */
			status: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/** @description Standard Carrier Alpha Code: the letters carriers are known by. */
			scac: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms: "prepaid" | "collect" | "third_party";
			trailer_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description How many of them are loaded, not how many pieces are in them. */
			handling_units: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description The carrier's number of the freight bill. */
			pro_number: string | null;
			/**
			 * @description The NMFC class of the goods, which decides the price of LTL freight.
			 * @enum {string|null}
			 */
			freight_class: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			goods_description: string | null;
			bill_freight_to: {
				[key: string]: unknown;
			};
			/** @description The number of the bill of lading. */
			bol_number: string | null;
			/** Format: uuid */
			bill_of_lading_id: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			loading_at: string | null;
			/** Format: date-time */
			loaded_at: string | null;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipment_count: number;
			shipments: components["schemas"]["LoadShipment"][];
		};
		LoadCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		LoadChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		LoadLoadedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.loaded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		LoadLoadingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.loading";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		LoadPlannedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.planned";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		LoadPlannedEventData: {
			/** Format: uuid */
			load_id: string;
			load_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "planned" | "loading" | "loaded" | "shipped" | "cancelled" | null;
			/** @description The number of the bill of lading. */
			bol_number?: string;
		};
		LoadPlannedEventSubject: {
			/** @enum {unknown} */
			type: "load";
			/** Format: uuid */
			id: string;
		};
		LoadRow: {
			/** Format: uuid */
			id: string;
			load_no: string;
			/** @enum {string} */
			status: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/** @description Standard Carrier Alpha Code: the letters carriers are known by. */
			scac: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms: "prepaid" | "collect" | "third_party";
			trailer_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description How many of them are loaded, not how many pieces are in them. */
			handling_units: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description The carrier's number of the freight bill. */
			pro_number: string | null;
			/**
			 * @description The NMFC class of the goods, which decides the price of LTL freight.
			 * @enum {string|null}
			 */
			freight_class: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			goods_description: string | null;
			bill_freight_to: {
				[key: string]: unknown;
			};
			/** @description The number of the bill of lading. */
			bol_number: string | null;
			/** Format: uuid */
			bill_of_lading_id: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			loading_at: string | null;
			/** Format: date-time */
			loaded_at: string | null;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipment_count: number;
		};
		LoadShipment: {
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** Format: uuid */
			order_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			po_number: string | null;
		};
		LoadShippedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "load.shipped";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LoadPlannedEventSubject"];
			data: components["schemas"]["LoadPlannedEventData"];
		};
		Location: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			code: string;
			/** @enum {string} */
			type: "dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual";
			zone: string;
			/** @description The order in which pickers walk past the locations. */
			pick_sequence: number;
			/** @description In stock units; null for no limit. */
			capacity: number | null;
			/** @description Null for no limit; so are the next two. */
			max_weight_kg: number | null;
			/** @description A decimal with at most 6 places. */
			max_volume_cbm: number | null;
			/** @description License plates. */
			max_lpns: number | null;
			/**
			 * @description What may lie there together: anything (default), one item, or one item of one lot.
			 * @enum {string}
			 */
			mixing: "any" | "one_item" | "one_lot";
			/**
			 * @description A is for what is picked most.
			 * @enum {string|null}
			 */
			velocity: "A" | "B" | "C" | null;
			/** @description Metres from a corner of the building, with y_m: for distances. */
			x_m: number | null;
			/** @description A decimal with at most 6 places. */
			y_m: number | null;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		LocationChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "location.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LocationCreatedEventSubject"];
			data: Record<string, never>;
		};
		LocationCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "location.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["LocationCreatedEventSubject"];
			data: Record<string, never>;
		};
		LocationCreatedEventSubject: {
			/** @enum {unknown} */
			type: "location";
			/** Format: uuid */
			id: string;
		};
		LotCorrectedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "lot.corrected";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ItemCreatedEventSubject"];
			data: components["schemas"]["LotCorrectedEventData"];
		};
		LotCorrectedEventData: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/** @description The day the goods were made. */
			manufacture_date: string | null;
			/** @description The last day on which the goods may be used. */
			expiry_date: string | null;
			previous: components["schemas"]["LotCorrectedEventDataPrevious"];
			note: string;
		};
		LotCorrectedEventDataPrevious: {
			/** @description The day the goods were made. */
			manufacture_date: string | null;
			/** @description The last day on which the goods may be used. */
			expiry_date: string | null;
		};
		LotHeldEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "lot.held";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ItemCreatedEventSubject"];
			data: components["schemas"]["LotHeldEventData"];
		};
		LotHeldEventData: {
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/** Format: uuid */
			hold_id: string;
			/** @enum {string} */
			kind: "quality" | "quarantine" | "recall" | "customs" | "owner";
			reason: string;
			/** @description A decimal with at most 6 places. */
			held_qty: number;
		};
		LotReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "lot.released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ItemCreatedEventSubject"];
			data: components["schemas"]["LotReleasedEventData"];
		};
		LotReleasedEventData: {
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/** Format: uuid */
			hold_id: string;
			/** @enum {string} */
			kind: "quality" | "quarantine" | "recall" | "customs" | "owner";
			reason: string;
			/** @description A decimal with at most 6 places. */
			released_qty: number;
			/** @description A decimal with at most 6 places. */
			kept_qty: number;
		};
		Member: {
			/** Format: uuid */
			id: string;
			name: string;
			/** Format: email */
			email: string;
			roles: string[];
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
		};
		MemberChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "member.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["MemberCreatedEventSubject"];
			data: Record<string, never>;
		};
		MemberCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "member.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["MemberCreatedEventSubject"];
			data: Record<string, never>;
		};
		MemberCreatedEventSubject: {
			/** @enum {unknown} */
			type: "member";
			/** Format: uuid */
			id: string;
		};
		Merchant: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent: number | null;
			bill_to: components["schemas"]["WarehouseAddress"];
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		MerchantChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "merchant.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["MerchantCreatedEventSubject"];
			data: Record<string, never>;
		};
		MerchantCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "merchant.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["MerchantCreatedEventSubject"];
			data: Record<string, never>;
		};
		MerchantCreatedEventSubject: {
			/** @enum {unknown} */
			type: "merchant";
			/** Format: uuid */
			id: string;
		};
		MergePalletsInput: {
			/** @description It stays, with its SSCC. */
			pallet_lpn: string;
			/** @description They end consumed. */
			from_lpns: string[];
		};
		Move: {
			/** Format: uuid */
			id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			priority: number;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * Format: uuid
			 * @description Null for a license plate with goods of several.
			 */
			merchant_id: string | null;
			/**
			 * Format: uuid
			 * @description Null for a license plate with several items.
			 */
			item_id: string | null;
			sku: string | null;
			item_name: string | null;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @enum {string} */
			stock_status: "available" | "hold" | "damaged";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			done_qty: number | null;
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			from_zone: string;
			/** Format: uuid */
			to_location_id: string;
			to_location: string;
			to_zone: string;
			/** Format: uuid */
			wave_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			/** @description Why there and not elsewhere, as its planner saw it. Null if made by hand. */
			why: {
				[key: string]: unknown;
			} | null;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
			assignee: string | null;
			/** @description source_gone: nothing was there to carry. Otherwise what was given with cancel or confirm. */
			end_reason: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			assigned_at: string | null;
			/** Format: date-time */
			started_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
		};
		MoveJobInput: {
			/** Format: uuid */
			device_id: string;
		};
		MoveStockInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			to_location_id: string;
			/** @description Pallet move: the license plate. Excludes the fields of a loose move. */
			pallet_lpn?: string;
			/**
			 * Format: uuid
			 * @description Loose move; with item_id and qty.
			 */
			from_location_id?: string;
			/** Format: uuid */
			item_id?: string;
			/** @description A decimal with at most 6 places. */
			qty?: number;
			lot_no?: string;
			/**
			 * @description Loose move: default available.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			notes?: string;
		};
		MoveStockResult: {
			changed: boolean;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** Format: uuid */
			from_location_id: string | null;
			/** Format: uuid */
			to_location_id: string;
			moved: components["schemas"]["MoveStockResultMoved"][];
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
			/** @description What goes over a limit of the location, under `capacity_policy: warn`. */
			warnings?: components["schemas"]["MoveStockResultWarning"][];
		};
		MoveStockResultMoved: {
			/** Format: uuid */
			item_id: string;
			lot_no: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		MoveStockResultWarning: {
			code: string;
			message: string;
			details: {
				[key: string]: unknown;
			};
		};
		OmsInventory: {
			/** Format: uuid */
			product_id: string;
			sku: string;
			name: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @enum {string} */
			status: "available" | "allocated";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** Format: date-time */
			updated_at: string;
		};
		OpenWaveInput: {
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** @description A wave of these alone; they leave the open wave they are in. */
			shipment_ids?: string[];
			/**
			 * Format: date-time
			 * @description Shipments committed after this time go to a later wave. Default: no cutoff.
			 */
			cutoff?: string;
		};
		Operation: {
			/** Format: uuid */
			id: string;
			name: string;
			/** @enum {string} */
			state: "accepted" | "done" | "refused" | "failed";
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
			result?: unknown;
			error?: unknown;
		};
		Order: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/** @enum {string} */
			inventory_mode: "wms_sync" | "oms_standalone";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			customer_id: string | null;
			customer: components["schemas"]["OrderCustomer"] | null;
			/** Format: uuid */
			channel_id: string | null;
			channel: components["schemas"]["OrderChannel"] | null;
			/** @description The order's number in the sales channel. */
			channel_order_no: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** Format: uuid */
			retailer_id: string | null;
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string|null}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier" | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/**
			 * Format: uuid
			 * @description The return whose goods it replaces.
			 */
			replaces_return_id: string | null;
			note: string;
			on_hold: boolean;
			hold_reasons: ("UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL")[];
			line_count: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			submitted_at: string | null;
			/** Format: date-time */
			confirmed_at: string | null;
			/** Format: date-time */
			allocated_at: string | null;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			fulfilled_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["OrderLine"][];
			wms_shipments: components["schemas"]["OrderWmsShipment"][];
			holds: components["schemas"]["OrderHold"][];
		};
		OrderAllocations: {
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			allocations: components["schemas"]["OrderAllocationsAllocation"][];
			short: components["schemas"]["OrderAllocationsShort"][];
		};
		OrderAllocationsAllocation: {
			/** Format: uuid */
			line_id: string;
			/** Format: uuid */
			product_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string | null;
			location: string | null;
			lot_no: string | null;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @enum {string} */
			status: "planned" | "open" | "picked" | "shipped" | "released";
			why: unknown;
		};
		OrderAllocationsShort: {
			/** Format: uuid */
			line_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			required: number;
			/** @description A decimal with at most 6 places. */
			available: number;
			/** @description A decimal with at most 6 places. */
			short: number;
		};
		OrderChannel: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
		};
		OrderCustomer: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
		};
		OrderDispute: {
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** @enum {string} */
			status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			warning: string | null;
			/** @description IANA name, such as America/New_York. */
			time_zone: string;
			/** Format: date */
			as_of: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description Recomputed from the events below. */
			clocks: components["schemas"]["OrderDisputeClock"][];
			/** @description Every reading the clocks ever had, with the event that caused it. */
			readings: components["schemas"]["OrderDisputeReading"][];
			events: components["schemas"]["OrderDisputeEvent"][];
		};
		OrderDisputeClock: {
			/** @enum {string} */
			kind: "demurrage" | "per_diem";
			/** Format: date */
			starts_on: string | null;
			/**
			 * Format: date
			 * @description The last day without a charge.
			 */
			last_free_on: string | null;
			/** Format: date */
			stops_on: string | null;
			free_days: number;
			chargeable_days: number;
			/** @description A decimal with at most 4 places. */
			rate: number | null;
			/** @description Chargeable days times the rate. */
			amount: number | null;
		};
		OrderDisputeEvent: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			code: "vessel_loaded" | "vessel_departed" | "vessel_arrived" | "vessel_discharged" | "customs_hold" | "customs_released" | "available" | "last_free_day_set" | "full_out" | "delivered" | "unloaded" | "empty_out" | "empty_in";
			/** @description The event's code in the standard of the Digital Container Shipping Association. */
			dcsa_code: string | null;
			/** @enum {string} */
			classifier: "actual" | "estimated" | "planned";
			/** Format: date-time */
			occurred_at: string;
			/** Format: date-time */
			received_at: string;
			location: string | null;
			source: string;
			/** @description The store's own id for it. */
			external_id: string | null;
			/**
			 * Format: date
			 * @description The last day without demurrage at the terminal.
			 */
			last_free_day: string | null;
			/** Format: uuid */
			corrects_event_id: string | null;
			/** @description False: a later event corrects it, and it no longer counts. */
			stands: boolean;
		};
		OrderDisputeReading: {
			/** @enum {string} */
			kind: "demurrage" | "per_diem";
			/** Format: date */
			starts_on: string | null;
			/**
			 * Format: date
			 * @description The last day without a charge.
			 */
			last_free_on: string | null;
			/** Format: date */
			stops_on: string | null;
			/** Format: date-time */
			computed_at: string;
			/** Format: uuid */
			cause_event_id: string | null;
		};
		OrderEvent: {
			/** Format: uuid */
			id: string;
			order_seq: number;
			type: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Who asked for it: the name of a token or a member. */
			actor: string | null;
			data: {
				[key: string]: unknown;
			};
		};
		OrderHold: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			reason: "UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL";
			note: string;
			/** Format: date-time */
			placed_at: string;
			placed_by: string;
			/** Format: date-time */
			lifted_at: string | null;
			lifted_by: string | null;
		};
		OrderLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			product_id: string | null;
			sku: string | null;
			name: string | null;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 6 places. */
			reserved_qty: number;
			/** @description A decimal with at most 6 places. */
			allocated_qty: number;
			/** @description A decimal with at most 6 places. */
			fulfilled_qty: number;
			/** @description A decimal with at most 6 places. */
			backordered_qty: number;
			/** @description A decimal with at most 6 places. */
			cancelled_qty: number;
		};
		OrderRow: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/** @enum {string} */
			inventory_mode: "wms_sync" | "oms_standalone";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			customer_id: string | null;
			customer: components["schemas"]["OrderCustomer"] | null;
			/** Format: uuid */
			channel_id: string | null;
			channel: components["schemas"]["OrderChannel"] | null;
			/** @description The order's number in the sales channel. */
			channel_order_no: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** Format: uuid */
			retailer_id: string | null;
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string|null}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier" | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/**
			 * Format: uuid
			 * @description The return whose goods it replaces.
			 */
			replaces_return_id: string | null;
			note: string;
			on_hold: boolean;
			hold_reasons: ("UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL")[];
			line_count: number;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			submitted_at: string | null;
			/** Format: date-time */
			confirmed_at: string | null;
			/** Format: date-time */
			allocated_at: string | null;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			fulfilled_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		OrderWmsShipment: {
			/** Format: uuid */
			id: string;
			number: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			warehouse: components["schemas"]["OrderWmsShipmentWarehouse"];
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier: string | null;
			tracking: string | null;
			split: boolean;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
		};
		OrderWmsShipmentWarehouse: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
		};
		OrganizationPapersChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "organization.papers_changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["OrganizationPapersChangedEventSubject"];
			data: components["schemas"]["OrganizationPapersChangedEventData"];
		};
		OrganizationPapersChangedEventData: {
			fields: string[];
		};
		OrganizationPapersChangedEventSubject: {
			/** @enum {unknown} */
			type: "organization";
			/** Format: uuid */
			id: string;
		};
		OrganizationSettingsChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "organization.settings_changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["OrganizationPapersChangedEventSubject"];
			data: components["schemas"]["OrganizationSettingsChangedEventData"];
		};
		OrganizationSettingsChangedEventData: {
			name?: string;
			inventory_mode?: string;
			reserve_at?: string;
			allocation_strategy?: string;
			pick_from?: string;
			putaway?: string;
			capacity_policy?: string;
			short_policy?: string;
			base_currency?: string;
			/** @description IANA name, such as America/New_York. */
			time_zone?: string;
			/** @description How halves of the smallest unit are rounded. */
			rounding?: string;
			/** @description Nothing is posted on this day or before it. */
			lock_date?: string | null;
			/** @description A decimal with at most 6 places. */
			safety_stock?: number;
			/** @description A decimal with at most 6 places. */
			count_approval_threshold?: number;
			/** @description A decimal with at most 6 places. */
			count_below?: number;
			/** @description A decimal with at most 6 places. */
			purchase_approval_above?: number | null;
			/** @description The prefix GS1 gave the company: SSCC and bill of lading numbers begin with it. */
			gs1_company_prefix?: string | null;
		};
		PackCartonInput: {
			lines: components["schemas"]["PackCartonInputLine"][];
			/** @description A decimal with at most 3 places. */
			weight_kg?: number | null;
			/** @description A decimal with at most 3 places. */
			length_cm?: number | null;
			/** @description A decimal with at most 3 places. */
			width_cm?: number | null;
			/** @description A decimal with at most 3 places. */
			height_cm?: number | null;
			print_label?: boolean;
		};
		PackCartonInputLine: {
			/** Format: uuid */
			item_id: string;
			lot_no?: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		/** pack */
		PackShipmentInput: {
			/** @constant */
			action: "pack";
			/** @description Packs the shipment although some picked units are in no carton. */
			without_cartons?: boolean;
		};
		PageFacts: {
			page: number;
			page_size: number;
			/** @description All matches, not only those on this page; counted up to 10,000, and beyond only with total=exact. To read them all, follow the cursor rather than total. */
			total: number;
			/** @description False if there are more matches than total says. */
			total_is_exact: boolean;
			/** @description Send it as cursor for the next page, whatever was added or removed meanwhile; null on the last page. */
			next_cursor: string | null;
		};
		Pallet: {
			/** Format: uuid */
			id: string;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string;
			/** @enum {string} */
			type: "pallet" | "carton";
			/** @enum {string} */
			state: "planned" | "active" | "picked" | "loaded" | "shipped" | "consumed";
			/** Format: uuid */
			parent_id: string | null;
			parent_lpn: string | null;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string | null;
			location: string | null;
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			cartons: components["schemas"]["PalletCarton"][];
			stock: components["schemas"]["PalletStock"][];
		};
		PalletCarton: {
			/** Format: uuid */
			id: string;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string;
			/** @enum {string} */
			type: "pallet" | "carton";
			/** @enum {string} */
			state: "planned" | "active" | "picked" | "loaded" | "shipped" | "consumed";
			/** Format: uuid */
			parent_id: string | null;
			parent_lpn: string | null;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string | null;
			location: string | null;
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		PalletChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: Record<string, never>;
		};
		PalletConsumedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.consumed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletCreatedEventData"];
		};
		PalletCreatedEventData: {
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string;
		};
		PalletCreatedEventSubject: {
			/** @enum {unknown} */
			type: "pallet";
			/** Format: uuid */
			id: string;
		};
		PalletLoadedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.loaded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletPickedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.picked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletPlacedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.placed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletPlacedEventData: {
			/** Format: uuid */
			pallet_id: string;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string | null;
			/** Format: uuid */
			shipment_id?: string;
			/** Format: uuid */
			load_id?: string;
			/** Format: uuid */
			merchant_id?: string;
			/** @enum {string} */
			status: "planned" | "active" | "picked" | "loaded" | "shipped" | "consumed";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "planned" | "active" | "picked" | "loaded" | "shipped" | "consumed";
		};
		PalletSentEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.sent";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletShippedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.shipped";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletStock: {
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** Format: uuid */
			merchant_id: string;
			lot_no: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
		};
		PalletUnloadedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.unloaded";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		PalletUnpickedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pallet.unpicked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PalletCreatedEventSubject"];
			data: components["schemas"]["PalletPlacedEventData"];
		};
		Paper: {
			/** @description legal_name, else the organization's name. */
			seller_name: string;
			legal_name: string | null;
			address: components["schemas"]["PaperAddress"];
			email: string | null;
			website: string | null;
			tax_number: string | null;
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id: string | null;
			registration_no: string | null;
			bank_name: string | null;
			bank_account: string | null;
			bank_code: string | null;
			/** @description International account number; spaces are taken out. */
			iban: string | null;
			/** @description The bank's SWIFT code. */
			bic: string | null;
			payment_note: string | null;
			/** @enum {string|null} */
			paper_size: "A4" | "LETTER" | null;
			logo: components["schemas"]["PaperLogo"] | null;
		};
		PaperAddress: {
			address?: string;
			city?: string;
			state?: string;
			postal?: string;
			/** @description Its code or English name; it decides how the address is formatted. */
			country?: string;
			phone?: string;
		};
		PaperLogo: {
			/** @enum {string} */
			content_type: "image/png" | "image/jpeg";
			size_bytes: number;
			sha256: string;
		};
		/** partial_fulfill */
		PartiallyFulfillOrderInput: {
			/** @constant */
			action: "partial_fulfill";
			/** @description Required. */
			lines?: components["schemas"]["PartiallyFulfillOrderInputLine"][];
		};
		PartiallyFulfillOrderInputLine: {
			/** Format: uuid */
			line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		PickFace: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description Below it the face is filled up. In base units. */
			min_qty: number;
			/** @description Never more, with what is on its way. */
			max_qty: number;
			/** @description It is filled in whole units of this, such as a case. Null: in base units. */
			refill_uom: string | null;
			/** @description The smallest is filled first. Default 100. */
			priority: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		PickFaceChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_face.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickFaceCreatedEventSubject"];
			data: Record<string, never>;
		};
		PickFaceCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_face.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickFaceCreatedEventSubject"];
			data: Record<string, never>;
		};
		PickFaceCreatedEventSubject: {
			/** @enum {unknown} */
			type: "pick_face";
			/** Format: uuid */
			id: string;
		};
		PickFaceSuggestion: {
			/** Format: uuid */
			face_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** @description A decimal with at most 6 places. */
			min_qty: number;
			/** @description A decimal with at most 6 places. */
			max_qty: number;
			/** @description What a busy day takes. */
			suggested_min_qty: number;
			/** @description cover_days of busy days in whole refill units, and at least one such unit above the least. */
			suggested_max_qty: number;
			demand: components["schemas"]["PickFaceSuggestionDemand"];
		};
		PickFaceSuggestionDemand: {
			days: number;
			picks: number;
			days_picked: number;
			/** @description A decimal with at most 6 places. */
			total: number;
			/** @description At most so much is picked on all but one of twenty days. */
			p95_a_day: number;
		};
		/** pick */
		PickShipmentInput: {
			/** @constant */
			action: "pick";
		};
		PickTask: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "short" | "cancelled";
			/** Format: uuid */
			wave_id: string;
			wave_no: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			zone: string;
			/** @description The order in which pickers walk past the locations. */
			pick_sequence: number;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			lot_no: string | null;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id: string | null;
			/** @description License plate number: the number of a pallet or carton. */
			lpn: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			picked_qty: number | null;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
			assignee: string | null;
			/**
			 * Format: uuid
			 * @description The count made by a short pick, or by what the picker said is left.
			 */
			count_task_id: string | null;
			/** @description The ledger has nothing of the item left there, or little (count_below): confirm again with left_qty. */
			please_count: components["schemas"]["PickTaskPleaseCount"] | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			assigned_at: string | null;
			/** Format: date-time */
			started_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
		};
		PickTaskAssignedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.assigned";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PickTaskCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PickTaskDoneEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.done";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PickTaskInProgressEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.in_progress";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PickTaskOpenEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.open";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PickTaskOpenEventData: {
			/** Format: uuid */
			pick_task_id: string;
			/** Format: uuid */
			wave_id: string | null;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "short" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string}
			 */
			previous_status: "open" | "assigned" | "in_progress" | "done" | "short" | "cancelled";
		};
		PickTaskOpenEventSubject: {
			/** @enum {unknown} */
			type: "pick_task";
			/** Format: uuid */
			id: string;
		};
		PickTaskPleaseCount: {
			/** Format: uuid */
			location_id: string;
		};
		PickTaskShortEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "pick_task.short";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PickTaskOpenEventSubject"];
			data: components["schemas"]["PickTaskOpenEventData"];
		};
		PlaceHoldInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no?: string;
			/** @description Default: all of it. */
			qty?: number;
			/** @description One of the organization's reason codes. */
			reason_code: string;
			note?: string;
		};
		PlaceHoldResult: {
			/** Format: uuid */
			item_id: string;
			/** Format: uuid */
			location_id: string;
			lot_no: string | null;
			/** @enum {string} */
			from_status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @enum {string} */
			to_status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
		};
		PlanMoveInput: {
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			to_location_id: string;
			/** @description Carries the license plate whole. Excludes the fields of loose stock. */
			pallet_lpn?: string;
			/**
			 * Format: uuid
			 * @description Loose stock; with item_id and qty.
			 */
			from_location_id?: string;
			/** Format: uuid */
			item_id?: string;
			/** @description A decimal with at most 6 places. */
			qty?: number;
			lot_no?: string;
			/**
			 * @description Loose stock: default available.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description Default 100; the smallest is most urgent. */
			priority?: number;
		};
		PlannedMoveAssignedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "planned_move.assigned";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PlannedMoveOpenEventSubject"];
			data: components["schemas"]["PlannedMoveAssignedEventData"];
		};
		PlannedMoveAssignedEventData: {
			/** Format: uuid */
			move_id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "open" | "assigned" | "in_progress" | "done" | "cancelled" | null;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string;
			assignee: string;
		};
		PlannedMoveCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "planned_move.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PlannedMoveOpenEventSubject"];
			data: components["schemas"]["PlannedMoveCancelledEventData"];
		};
		PlannedMoveCancelledEventData: {
			/** Format: uuid */
			move_id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "open" | "assigned" | "in_progress" | "done" | "cancelled" | null;
			end_reason: string;
		};
		PlannedMoveDoneEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "planned_move.done";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PlannedMoveOpenEventSubject"];
			data: components["schemas"]["PlannedMoveDoneEventData"];
		};
		PlannedMoveDoneEventData: {
			/** Format: uuid */
			move_id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "open" | "assigned" | "in_progress" | "done" | "cancelled" | null;
			/** Format: uuid */
			item_id: string | null;
			/** Format: uuid */
			from_location_id: string;
			/** Format: uuid */
			to_location_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			done_qty: number;
			/** @description Who asked for it: the name of a token or a member. */
			actor: string;
			reason: string | null;
		};
		PlannedMoveInProgressEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "planned_move.in_progress";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PlannedMoveOpenEventSubject"];
			data: components["schemas"]["PlannedMoveAssignedEventData"];
		};
		PlannedMoveOpenEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "planned_move.open";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PlannedMoveOpenEventSubject"];
			data: components["schemas"]["PlannedMoveOpenEventData"];
		};
		PlannedMoveOpenEventData: {
			/** Format: uuid */
			move_id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "open" | "assigned" | "in_progress" | "done" | "cancelled" | null;
			/** Format: uuid */
			item_id: string | null;
			/** Format: uuid */
			from_location_id: string;
			/** Format: uuid */
			to_location_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		PlannedMoveOpenEventSubject: {
			/** @enum {unknown} */
			type: "planned_move";
			/** Format: uuid */
			id: string;
		};
		PlanPutawayInput: {
			/**
			 * Format: uuid
			 * @description What it brought that still waits at a dock or in staging.
			 */
			receipt_id?: string;
			/** @description License plate number: the number of a pallet or carton. */
			lpn?: string;
			/**
			 * Format: uuid
			 * @description Loose goods; with item_id and qty.
			 */
			location_id?: string;
			/** Format: uuid */
			item_id?: string;
			/** @description A decimal with at most 6 places. */
			qty?: number;
			lot_no?: string;
			/**
			 * @description Loose goods: default available.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description Says what would be planned, and plans nothing. */
			dry_run?: boolean;
		};
		PlanPutawayResult: {
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			moves: components["schemas"]["PlanPutawayResultMove"][];
			unplaced: components["schemas"]["PlanPutawayResultUnplaced"][];
		};
		PlanPutawayResultMove: {
			/**
			 * Format: uuid
			 * @description Null in a dry run.
			 */
			id: string | null;
			move_no: string | null;
			/**
			 * Format: uuid
			 * @description Null for a license plate with several items.
			 */
			item_id: string | null;
			sku: string | null;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @enum {string} */
			stock_status: "available" | "hold" | "damaged";
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** Format: uuid */
			to_location_id: string;
			to_location: string;
			why: components["schemas"]["PlanPutawayResultMoveWhy"];
		};
		PlanPutawayResultMoveWhy: {
			/** @description Null: no rule matches. */
			rule: components["schemas"]["PlanPutawayResultMoveWhyRule"] | null;
			/** @enum {string} */
			step: "fixed" | "same_lot" | "same_item" | "consolidate" | "empty" | "any";
			rank: number;
			/** @description Places that came first and were passed over: full_units, full_weight, full_volume, full_lpns, mixing, reserved_by_move, class, locked or inactive. */
			rejected: components["schemas"]["PlanPutawayResultMoveWhyRejected"][];
		};
		PlanPutawayResultMoveWhyRejected: {
			/** Format: uuid */
			location_id: string;
			location: string;
			reason: string;
		};
		PlanPutawayResultMoveWhyRule: {
			/** Format: uuid */
			id: string;
			name: string;
		};
		PlanPutawayResultUnplaced: {
			/**
			 * Format: uuid
			 * @description Null for a license plate with several items.
			 */
			item_id: string | null;
			sku: string | null;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @enum {string} */
			stock_status: "available" | "hold" | "damaged";
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Places that came first and were passed over: full_units, full_weight, full_volume, full_lpns, mixing, reserved_by_move, class, locked or inactive. */
			rejected: components["schemas"]["PlanPutawayResultMoveWhyRejected"][];
		};
		PlanReplenishmentsInput: {
			/** Format: uuid */
			warehouse_id: string;
			/** @description min_max: faces under their least, filled to their most. on_demand: what a released wave picks from reserve and is less than a refill unit. top_up: every face, to its most. Default: min_max, and on_demand with wave_id. */
			kinds?: ("min_max" | "on_demand" | "top_up")[];
			/** Format: uuid */
			wave_id?: string;
			/** @description These faces only. */
			location_ids?: string[];
			/** @description Says what would be planned, and plans nothing. */
			dry_run?: boolean;
		};
		PlanReplenishmentsResult: {
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			moves: components["schemas"]["PlanReplenishmentsResultMove"][];
			not_replenished: components["schemas"]["PlanReplenishmentsResultNotReplenished"][];
		};
		PlanReplenishmentsResultMove: {
			/**
			 * Format: uuid
			 * @description Null in a dry run.
			 */
			id: string | null;
			move_no: string | null;
			/** Format: uuid */
			face_id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			/** @description Picks that wait for it. */
			pick_tasks: number;
		};
		PlanReplenishmentsResultNotReplenished: {
			/** Format: uuid */
			face_id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** @enum {string} */
			reason: "enough" | "no_source" | "source_locked" | "no_room" | "already_planned";
		};
		PostManualEntryInput: {
			/** Format: date */
			entry_date?: string;
			description: string;
			/** @description ISO 4217 code. */
			currency?: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/**
			 * Format: date
			 * @description Also posts the reversal of the entry on this later date.
			 */
			auto_reverse_on?: string | null;
			lines: components["schemas"]["PostManualEntryInputLine"][];
		};
		PostManualEntryInputLine: {
			/** Format: uuid */
			account_id: string;
			/** @description A decimal with at most 4 places. */
			debit?: number;
			/** @description A decimal with at most 4 places. */
			credit?: number;
			/** @description What the line is for, in words. */
			memo?: string;
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			customer_id?: string | null;
			/** Format: uuid */
			vendor_id?: string | null;
			/** Format: uuid */
			carrier_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
		};
		PrintDevice: {
			/** Format: uuid */
			id: string;
			name: string;
			model: string | null;
			device_type: string;
			connection: string;
			address: string;
			is_default_label_printer: boolean;
			status: string;
			/** Format: date-time */
			last_seen_at: string | null;
			/** Format: uuid */
			hub_id: string;
			hub_name: string;
			/** Format: uuid */
			warehouse_id: string | null;
			warehouse_name: string | null;
			/** Format: date-time */
			created_at: string;
			/** @description last_seen_at is within the last 2 minutes. */
			online: boolean;
		};
		PrintDeviceDefaultChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_device.default_changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintDeviceDefaultChangedEventSubject"];
			data: components["schemas"]["PrintDeviceDefaultChangedEventData"];
		};
		PrintDeviceDefaultChangedEventData: {
			is_default_label_printer?: boolean;
		};
		PrintDeviceDefaultChangedEventSubject: {
			/** @enum {unknown} */
			type: "print_device";
			/** Format: uuid */
			id: string;
		};
		PrintJob: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			device_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @description What the label is for; it decides where it prints by default. */
			label_kind: string;
			/** @description What kind of document the reason is. */
			ref_type: string | null;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string | null;
			/** @description How many of the label are printed. */
			copies: number;
			/** @enum {string} */
			status: "queued" | "printing" | "done" | "failed" | "cancelled";
			error: string | null;
			/** Format: date-time */
			created_at: string;
		};
		PrintJobCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: Record<string, never>;
		};
		PrintJobDispatchedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.dispatched";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobMovedEventData"];
		};
		PrintJobDoneEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.done";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobDoneEventData"];
		};
		PrintJobDoneEventData: {
			/** Format: uuid */
			claim_id?: string | null;
			error?: string | null;
			verified?: boolean | null;
		};
		PrintJobFailedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.failed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobDoneEventData"];
		};
		PrintJobMovedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.moved";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobMovedEventData"];
		};
		PrintJobMovedEventData: {
			/** Format: uuid */
			device_id: string;
		};
		PrintJobPrintingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.printing";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobPrintingEventData"];
		};
		PrintJobPrintingEventData: {
			/** Format: uuid */
			hub_id: string;
			/** Format: uuid */
			claim_id: string;
		};
		PrintJobQueuedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.queued";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: components["schemas"]["PrintJobQueuedEventData"];
		};
		PrintJobQueuedEventData: {
			/** Format: uuid */
			reprint_of?: string;
		};
		PrintJobQueuedEventSubject: {
			/** @enum {unknown} */
			type: "print_job";
			/** Format: uuid */
			id: string;
		};
		PrintJobRetriedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "print_job.retried";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PrintJobQueuedEventSubject"];
			data: Record<string, never>;
		};
		PrintJobRow: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			device_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @description What the label is for; it decides where it prints by default. */
			label_kind: string;
			/** @description What kind of document the reason is. */
			ref_type: string | null;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string | null;
			/** @description How many of the label are printed. */
			copies: number;
			/** @enum {string} */
			status: "queued" | "printing" | "done" | "failed" | "cancelled";
			error: string | null;
			/** Format: date-time */
			created_at: string;
			/** @description The number of the document that ref_id names, if it is one of ours. */
			ref_no: string | null;
			/** @description Which try this is, from 1. */
			attempt: number;
			/** @description true: the printer itself reported a clean end. */
			verified: boolean | null;
			/**
			 * Format: uuid
			 * @description The job whose label this one reprints.
			 */
			reprint_of: string | null;
			device_name: string | null;
			/**
			 * @description Why a queued job has not been sent yet; null if it is only waiting its turn.
			 * @enum {string|null}
			 */
			waiting_reason: "NO_DEFAULT_PRINTER" | "DEVICE_REMOVED" | "DEVICE_OFFLINE" | "PRINTER_NOT_READY" | null;
			device_status: string | null;
			/** Format: date-time */
			queued_at: string;
			/** Format: date-time */
			printing_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
		};
		ProductMapping: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** Format: date-time */
			created_at: string;
		};
		PurchaseOrder: {
			/** Format: uuid */
			id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			version: number;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			vendor: string | null;
			/** Format: uuid */
			warehouse_id: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** Format: date */
			expected_date: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref: string | null;
			note: string;
			/** Format: date-time */
			approved_at: string | null;
			approved_by: string | null;
			lines: components["schemas"]["PurchaseOrderLine"][];
		};
		PurchaseOrderApprovedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.approved";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderApprovedEventData"];
		};
		PurchaseOrderApprovedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
			total: string;
		};
		PurchaseOrderCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderClosedEventData"];
		};
		PurchaseOrderChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderChangedEventData"];
		};
		PurchaseOrderChangedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
			reason: string;
			changed: components["schemas"]["PurchaseOrderChangedEventDataChanged"][];
			/** @description A decimal with at most 6 places. */
			lines_added: number;
		};
		PurchaseOrderChangedEventDataChanged: {
			/** Format: uuid */
			line_id: string;
			qty_before: string;
			qty: string;
			price_before: string;
			price: string;
		};
		PurchaseOrderClosedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.closed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderClosedEventData"];
		};
		PurchaseOrderClosedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
			reason: string | null;
			/** @description A decimal with at most 6 places. */
			receipts_closed: number;
		};
		PurchaseOrderCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderCreatedEventData"];
		};
		PurchaseOrderCreatedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
		};
		PurchaseOrderCreatedEventSubject: {
			/** @enum {unknown} */
			type: "purchase_order";
			/** Format: uuid */
			id: string;
		};
		PurchaseOrderEditedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.edited";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderCreatedEventData"];
		};
		PurchaseOrderLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			expected_qty: number;
		};
		PurchaseOrderPartiallyReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.partially_received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderPartiallyReceivedEventData"];
		};
		PurchaseOrderPartiallyReceivedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
			/** Format: uuid */
			receipt_id: string;
		};
		PurchaseOrderReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderPartiallyReceivedEventData"];
		};
		PurchaseOrderReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "purchase_order.released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PurchaseOrderCreatedEventSubject"];
			data: components["schemas"]["PurchaseOrderReleasedEventData"];
		};
		PurchaseOrderReleasedEventData: {
			/** Format: uuid */
			purchase_order_id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled" | null;
			/** Format: uuid */
			receipt_id: string;
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		PushToWmsInput: {
			/** Format: uuid */
			warehouse_id?: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
		};
		PutawayRule: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			name: string;
			/** @description In order; the first place of a step that has room is taken. */
			steps: components["schemas"]["PutawayRuleStep"][];
			/** @description The smallest is tried first. Default 100. */
			priority: number;
			/** @description Goods of which all of this is so. Default: all. */
			applies_to: components["schemas"]["PutawayRuleAppliesTo"];
			/**
			 * @description Whether loose goods may go to several places. A license plate never does.
			 * @enum {string}
			 */
			split: "allowed" | "never";
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		PutawayRuleAppliesTo: {
			/** Format: uuid */
			merchant_id?: string;
			/** Format: uuid */
			item_id?: string;
			/** @description A group of items of your own, which rate lines can refer to. */
			item_class?: string;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class?: string;
			/** @enum {string} */
			velocity?: "A" | "B" | "C";
			/**
			 * @description Of the receipt that brought the goods.
			 * @enum {string}
			 */
			source_type?: "purchase" | "manual" | "portal" | "drayage" | "return";
			/** @enum {string} */
			stock_status?: "available" | "hold" | "damaged";
			/** @description Goods on a license plate, or loose ones. */
			is_lpn?: boolean;
		};
		PutawayRuleChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "putaway_rule.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PutawayRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		PutawayRuleCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "putaway_rule.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PutawayRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		PutawayRuleCreatedEventSubject: {
			/** @enum {unknown} */
			type: "putaway_rule";
			/** Format: uuid */
			id: string;
		};
		PutawayRuleStep: {
			/**
			 * @description A location by name; where the item and lot lies, or is on its way to; where the item does; where anything lies; where nothing does; or any of these.
			 * @enum {string}
			 */
			place: "fixed" | "same_lot" | "same_item" | "consolidate" | "empty" | "any";
			/**
			 * Format: uuid
			 * @description With fixed, and only then.
			 */
			location_id?: string;
			zones?: string[];
			/** @description Default storage and pick. */
			types?: ("dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual")[];
			/**
			 * @description sequence (default): by zone, pick_sequence and code. nearest_dock: by x_m and y_m, from where the goods wait.
			 * @enum {string}
			 */
			order?: "sequence" | "nearest_dock";
		};
		PutBackTask: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			status: "open" | "done";
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			lot_no: string | null;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			done_qty: number | null;
			/** Format: uuid */
			from_location_id: string;
			from_location: string;
			/** Format: uuid */
			to_location_id: string;
			to_location: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			done_at: string | null;
			done_by: string | null;
		};
		PutBackTaskDoneEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "put_back_task.done";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["PutBackTaskDoneEventSubject"];
			data: components["schemas"]["PutBackTaskDoneEventData"];
		};
		PutBackTaskDoneEventData: {
			/** Format: uuid */
			put_back_task_id: string;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			location_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @enum {string} */
			status: "done";
		};
		PutBackTaskDoneEventSubject: {
			/** @enum {unknown} */
			type: "put_back_task";
			/** Format: uuid */
			id: string;
		};
		RateParcelInput: {
			/** Format: uuid */
			shipment_id: string;
			/**
			 * Format: uuid
			 * @description May be left out where the shipment has one carton, or travels without any.
			 */
			carton_id?: string | null;
			/** @description Default: every active account. */
			account_ids?: string[];
			/** @description Where neither the carton was weighed nor its items have weights. */
			weight_kg?: number;
			/** @description Passed on to the carriers as they are. */
			options?: {
				[key: string]: unknown;
			};
			/**
			 * @description Default cheapest.
			 * @enum {string}
			 */
			choose?: "cheapest" | "fastest" | "cheapest_by";
			/**
			 * Format: date
			 * @description The last day of delivery, with cheapest_by.
			 */
			by?: string;
		};
		RateParcelResult: {
			quotes: components["schemas"]["RateParcelResultQuote"][];
			rejected: components["schemas"]["RateParcelResultRejected"][];
		};
		RateParcelResultQuote: {
			/** Format: uuid */
			quote_id: string;
			/** Format: uuid */
			account_id: string;
			account_name: string;
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string;
			/** @description A decimal with at most 4 places. */
			amount: number;
			currency: string;
			days: number | null;
			/** Format: date */
			delivers_on: string | null;
			/** Format: date-time */
			expires_at: string;
			chosen: boolean;
			/** @description Why it was chosen, or was not. */
			why: string;
		};
		RateParcelResultRejected: {
			/** Format: uuid */
			account_id: string;
			account_name: string;
			reasons: string[];
		};
		RateSheetActivatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.activated";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: components["schemas"]["RateSheetActivatedEventData"];
		};
		RateSheetActivatedEventData: {
			/** @enum {string} */
			status: "draft" | "active" | "archived";
		};
		RateSheetArchivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.archived";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: components["schemas"]["RateSheetActivatedEventData"];
		};
		RateSheetChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: Record<string, never>;
		};
		RateSheetCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: Record<string, never>;
		};
		RateSheetCreatedEventSubject: {
			/** @enum {unknown} */
			type: "rate_sheet";
			/** Format: uuid */
			id: string;
		};
		RateSheetDeletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.deleted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: Record<string, never>;
		};
		RateSheetRevisedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "rate_sheet.revised";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RateSheetCreatedEventSubject"];
			data: components["schemas"]["RateSheetRevisedEventData"];
		};
		RateSheetRevisedEventData: {
			/** Format: uuid */
			draft_id: string;
		};
		ReasonCode: {
			code: string;
			description: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
		};
		ReceiptClosedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.closed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptClosedEventData"];
		};
		ReceiptClosedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed" | null;
			/** @description A decimal with at most 6 places. */
			discrepancies: number;
		};
		ReceiptCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptCreatedEventData"];
		};
		ReceiptCreatedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed" | null;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		ReceiptCreatedEventSubject: {
			/** @enum {unknown} */
			type: "inbound_receipt";
			/** Format: uuid */
			id: string;
		};
		ReceiptCrossDockedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.cross_docked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptCrossDockedEventData"];
		};
		ReceiptCrossDockedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			receipt_line_id: string;
			/** Format: uuid */
			item_id: string;
			cross_docked: components["schemas"]["ReceiptCrossDockedEventDataCrossDocked"][];
		};
		ReceiptCrossDockedEventDataCrossDocked: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ReceiptLineAddedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.line_added";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptLineAddedEventData"];
		};
		ReceiptLineAddedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			receipt_line_id: string;
			/** Format: uuid */
			item_id: string;
		};
		ReceiptLineReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.line_received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptLineReceivedEventData"];
		};
		ReceiptLineReceivedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			receipt_line_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			damaged_qty: number;
			/** @description A decimal with at most 6 places. */
			rejected_qty: number;
			/** Format: uuid */
			location_id: string | null;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			note: string | null;
			condition?: string;
			/** @description Whether the goods go straight to orders that wait for them. */
			is_cross_dock?: boolean;
		};
		ReceiptLineReversedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.line_reversed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptLineReversedEventData"];
		};
		ReceiptLineReversedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			receipt_line_id: string;
			/**
			 * Format: uuid
			 * @description The entry that this one takes back.
			 */
			reverses_id: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			rejected_qty: number;
			note: string;
		};
		ReceiptPutAwayEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.put_away";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptPutAwayEventData"];
		};
		ReceiptPutAwayEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
		};
		ReceiptReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptReceivingEventData"];
		};
		ReceiptReceivingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receipt.receiving";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceiptCreatedEventSubject"];
			data: components["schemas"]["ReceiptReceivingEventData"];
		};
		ReceiptReceivingEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed" | null;
		};
		ReceiveAllInput: {
			lines: components["schemas"]["ReceiveAllInputLine"][];
		};
		ReceiveAllInputLine: {
			/** Format: uuid */
			line_id: string;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** Format: uuid */
			location_id: string;
			/** @description A decimal with at most 6 places. */
			damaged_qty?: number | null;
			/** @description Counted, but never enters stock. */
			rejected_qty?: number | null;
			lot_no?: string | null;
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date?: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date?: string | null;
			/** @description One for each good and damaged unit of a serial-tracked item. */
			serial_nos?: string[] | null;
			/** @description The goods are put on this pallet, which is created when unknown. */
			pallet_lpn?: string | null;
			note?: string | null;
		};
		ReceiveAllResult: {
			receipt: components["schemas"]["ReceiveLineResultReceipt"];
			lines: components["schemas"]["ReceiveLineResultLine"][];
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
		};
		ReceiveLineInput: {
			/** Format: uuid */
			receipt_line_id: string;
			/** @description The increment of this call, in the line's unit. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			damaged_qty?: number | null;
			/** @description Counted, but never enters stock. */
			rejected_qty?: number | null;
			lot_no?: string | null;
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date?: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date?: string | null;
			/** @description One for each good and damaged unit of a serial-tracked item. */
			serial_nos?: string[] | null;
			/** @description The goods are put on this pallet, which is created when unknown. */
			pallet_lpn?: string | null;
			note?: string | null;
			/**
			 * Format: uuid
			 * @description Required; may be empty for cross-dock.
			 */
			location_id?: string | null;
			/** @description Whether the goods go straight to orders that wait for them. */
			is_cross_dock?: boolean | null;
			/**
			 * @description damaged: received_qty enters stock as damaged.
			 * @enum {string|null}
			 */
			condition?: "good" | "damaged" | null;
			/** @description Allows counting beyond the expected quantity and its tolerance; needs wms.inbound.over_receive. */
			allow_over_receive?: boolean | null;
			/**
			 * Format: uuid
			 * @description The receiving task this scan belongs to.
			 */
			task_id?: string | null;
		};
		ReceiveLineResult: {
			line: components["schemas"]["ReceiveLineResultLine"];
			receipt: components["schemas"]["ReceiveLineResultReceipt"];
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
			/** @description The license plate number of the pallet. */
			pallet_lpn?: string;
			/** @description With is_cross_dock: the orders that got the stock, oldest first; empty when none wanted it. */
			cross_docked?: components["schemas"]["ReceiveLineResultCrossDocked"][];
		};
		ReceiveLineResultCrossDocked: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ReceiveLineResultLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			expected_qty: number | null;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			damaged_qty: number;
			/** @description A decimal with at most 6 places. */
			rejected_qty: number;
			/** @description A decimal with at most 6 places. */
			remaining_qty: number;
			/** @description A decimal with at most 6 places. */
			over_qty: number;
		};
		ReceiveLineResultReceipt: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			progress: components["schemas"]["InboundReceiptProgress"];
		};
		ReceivingTaskCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receiving_task.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceivingTaskCreatedEventSubject"];
			data: components["schemas"]["ReceivingTaskStartedEventData"];
		};
		ReceivingTaskCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receiving_task.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceivingTaskCreatedEventSubject"];
			data: components["schemas"]["ReceivingTaskStartedEventData"];
		};
		ReceivingTaskCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receiving_task.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceivingTaskCreatedEventSubject"];
			data: components["schemas"]["ReceivingTaskCreatedEventData"];
		};
		ReceivingTaskCreatedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			task_id: string;
			/** @enum {string} */
			status: "pending" | "in_progress" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "pending" | "in_progress" | "completed" | "cancelled" | null;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
		};
		ReceivingTaskCreatedEventSubject: {
			/** @enum {unknown} */
			type: "receiving_task";
			/** Format: uuid */
			id: string;
		};
		ReceivingTaskStartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "receiving_task.started";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReceivingTaskCreatedEventSubject"];
			data: components["schemas"]["ReceivingTaskStartedEventData"];
		};
		ReceivingTaskStartedEventData: {
			/** Format: uuid */
			receipt_id: string;
			receipt_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			task_id: string;
			/** @enum {string} */
			status: "pending" | "in_progress" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "pending" | "in_progress" | "completed" | "cancelled" | null;
		};
		RecordBillPaymentInput: {
			/** @enum {string} */
			method?: "ach" | "wire" | "check" | "card" | "cash" | "other" | "credit_note";
			/** Format: uuid */
			credit_bill_id?: string;
			/** @description Required unless a payment is reversed; at most the amount due. */
			amount?: number;
			/** Format: date */
			payment_date?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/**
			 * Format: uuid
			 * @description Bank or cash account; for a write-off the expense account. Default: the default account.
			 */
			account_id?: string;
			reference?: string;
			/** @description What the line is for, in words. */
			memo?: string;
			/**
			 * Format: uuid
			 * @description Reverses this payment; only payment_date and memo may be given with it.
			 */
			reverses_payment_id?: string;
		};
		RecordBillPaymentResult: {
			/** Format: uuid */
			id: string;
			payment_no: string;
			/** @enum {string} */
			direction: "in" | "out";
			/** @enum {string} */
			method: "ach" | "wire" | "check" | "card" | "cash" | "credit_note" | "write_off" | "other";
			/** Format: date */
			payment_date: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description How much it reduced the amount due; negative for a reversal. */
			applied_amount: number;
			/** Format: uuid */
			account_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** Format: uuid */
			invoice_id: string | null;
			/** Format: uuid */
			bill_id: string | null;
			/** Format: uuid */
			credit_invoice_id: string | null;
			/** Format: uuid */
			credit_bill_id: string | null;
			reference: string;
			/** @description What the line is for, in words. */
			memo: string;
			/** Format: uuid */
			reverses_payment_id: string | null;
			/** Format: uuid */
			reversed_by_payment_id: string | null;
			/**
			 * Format: uuid
			 * @description Null if nothing was posted: a credit applied at the same exchange rate.
			 */
			journal_entry_id: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			bill: components["schemas"]["RecordInvoicePaymentResultInvoice"];
		};
		RecordChargeInput: {
			/** Format: uuid */
			merchant_id?: string;
			/** Format: uuid */
			billing_item_id?: string;
			/** Format: uuid */
			warehouse_id?: string | null;
			/** Format: date */
			service_date?: string;
			/** @description A decimal with at most 6 places. */
			quantity?: number;
			/** @description A decimal with at most 6 places. */
			unit_price?: number;
			/** @description ISO 4217 code. */
			currency?: string;
			source_ref?: string;
			description?: string;
			/** Format: uuid */
			charge_id?: string;
			/** @enum {string} */
			action?: "waive";
			reason?: string;
		};
		RecordCountsInput: {
			lines?: components["schemas"]["RecordCountsInputLine"][];
			/** @description Nothing of what is counted lies here: everything the ledger has there counts as zero. */
			empty_location_ids?: string[];
		};
		RecordCountsInputLine: {
			/** Format: uuid */
			location_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no?: string;
			/**
			 * @description Default available, which includes allocated stock.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description A decimal with at most 6 places. */
			counted_qty: number;
			/** @description Every unit counted of a serial-tracked item: SERIAL_REQUIRED without them. */
			serial_nos?: string[];
		};
		RecordInvoicePaymentInput: {
			/** @enum {string} */
			method?: "ach" | "wire" | "check" | "card" | "cash" | "other" | "credit_note" | "write_off";
			/** Format: uuid */
			credit_invoice_id?: string;
			/** @description Required unless a payment is reversed; at most the amount due. */
			amount?: number;
			/** Format: date */
			payment_date?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate?: number;
			/**
			 * Format: uuid
			 * @description Bank or cash account; for a write-off the expense account. Default: the default account.
			 */
			account_id?: string;
			reference?: string;
			/** @description What the line is for, in words. */
			memo?: string;
			/**
			 * Format: uuid
			 * @description Reverses this payment; only payment_date and memo may be given with it.
			 */
			reverses_payment_id?: string;
		};
		RecordInvoicePaymentResult: {
			/** Format: uuid */
			id: string;
			payment_no: string;
			/** @enum {string} */
			direction: "in" | "out";
			/** @enum {string} */
			method: "ach" | "wire" | "check" | "card" | "cash" | "credit_note" | "write_off" | "other";
			/** Format: date */
			payment_date: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			exchange_rate: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description How much it reduced the amount due; negative for a reversal. */
			applied_amount: number;
			/** Format: uuid */
			account_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			/** Format: uuid */
			invoice_id: string | null;
			/** Format: uuid */
			bill_id: string | null;
			/** Format: uuid */
			credit_invoice_id: string | null;
			/** Format: uuid */
			credit_bill_id: string | null;
			reference: string;
			/** @description What the line is for, in words. */
			memo: string;
			/** Format: uuid */
			reverses_payment_id: string | null;
			/** Format: uuid */
			reversed_by_payment_id: string | null;
			/**
			 * Format: uuid
			 * @description Null if nothing was posted: a credit applied at the same exchange rate.
			 */
			journal_entry_id: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			invoice: components["schemas"]["RecordInvoicePaymentResultInvoice"];
		};
		RecordInvoicePaymentResultInvoice: {
			/** Format: uuid */
			id: string;
			no: string | null;
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_paid: number;
			/** @description A decimal with at most 4 places. */
			amount_credited: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
		};
		/** recount */
		RecountTaskInput: {
			/** @constant */
			action: "recount";
			line_ids?: string[];
		};
		RecurringSlot: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * Format: uuid
			 * @description The dock door.
			 */
			door_id: string;
			door: string;
			/** @enum {string} */
			type: "inbound" | "outbound";
			carrier: string;
			/** Format: uuid */
			carrier_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			weekdays: number[];
			start_time: string;
			minutes: number;
			/** Format: date */
			valid_from: string;
			/** Format: date */
			valid_to: string | null;
			/** Format: date */
			opened_through: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		RecurringSlotCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "recurring_slot.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RecurringSlotCreatedEventSubject"];
			data: Record<string, never>;
		};
		RecurringSlotCreatedEventSubject: {
			/** @enum {unknown} */
			type: "recurring_slot";
			/** Format: uuid */
			id: string;
		};
		RecurringSlotEndedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "recurring_slot.ended";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RecurringSlotCreatedEventSubject"];
			data: Record<string, never>;
		};
		/** @enum {string} */
		RefusalCode: "VALIDATION_FAILED" | "ILLEGAL_TRANSITION" | "UNKNOWN_REFERENCE" | "ORGANIZATION_REQUIRED" | "MERCHANT_REQUIRED" | "MALFORMED_BODY" | "MALFORMED_TARGET" | "MALFORMED_REQUEST" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "STATE_CHANGED" | "DUPLICATE" | "IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "ORGANIZATION_MOVED" | "IDEMPOTENCY_KEY_REUSED" | "NUMBER_NOT_EXACT" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "COMMAND_FAILED" | "INTERNAL" | "UNAVAILABLE" | "ORGANIZATION_MOVING" | "RECEIPT_EMPTY" | "LOT_REQUIRED" | "EXPIRY_REQUIRED" | "SERIAL_REQUIRED" | "SERIAL_COUNT_MISMATCH" | "SERIAL_DUPLICATE" | "EXPIRY_BEFORE_MANUFACTURE" | "EXPIRED" | "REMAINING_LIFE_TOO_SHORT" | "RECEIPT_NOT_RECEIVABLE" | "RECEIPT_LOCKED_BY_TASK" | "TASK_NOT_OPEN" | "OVER_RECEIPT" | "SERIAL_IN_USE" | "LOT_EXPIRY_CONFLICT" | "INSUFFICIENT_STOCK" | "LOCATION_LOCKED" | "LOCATION_FULL" | "MIXING_REFUSED" | "LPN_IN_USE" | "NUMBERS_EXHAUSTED" | "COUNT_INCOMPLETE" | "SAME_COUNTER" | "PLAN_EMPTY" | "SHIPMENT_IN_WAVE" | "WAVE_IN_PROGRESS" | "PICK_TASK_TAKEN" | "PICK_WAITS" | "OVER_PACKED" | "PACK_INCOMPLETE" | "SHIPMENT_IN_PROGRESS" | "SHIPMENT_IN_LOAD" | "SHIPMENT_NOT_OPEN" | "LOAD_EMPTY" | "DOCUMENT_NOT_READY" | "MOVE_TAKEN" | "OVERRIDE_REQUIRED" | "FACE_EXISTS" | "CARTON_NOT_NAMED" | "CARTON_NOT_MEASURED" | "ADDRESS_REFUSED" | "LABEL_LIVE" | "LABEL_REFUSED" | "LABEL_ASKED" | "LABEL_NOT_PRINTABLE" | "NO_SERVICE" | "QUOTE_EXPIRED" | "NOT_WMS_SYNC" | "NOT_OMS_STANDALONE" | "USE_FULFILL" | "DUPLICATE_ORDER" | "ORDER_ON_HOLD" | "INSUFFICIENT_ATP" | "INSUFFICIENT_ALLOCATION" | "LABEL_TOO_LARGE" | "ENROLLMENT_KEY_INVALID" | "HUB_REVOKED" | "HUB_NOT_FOUND" | "NO_DEFAULT_PRINTER" | "LABEL_NOT_DRAWABLE" | "PRINTER_NOT_NAMED" | "TOO_MANY_LABELS" | "ZPL_INVALID" | "ZPL_FORBIDDEN" | "PERIOD_LOCKED" | "UNBALANCED_ENTRY" | "AMOUNT_PRECISION" | "CONTROL_ACCOUNT" | "ACCOUNT_INACTIVE" | "ACCOUNT_IN_USE" | "CURRENCY_MISMATCH" | "EXCHANGE_RATE_REQUIRED" | "NOT_REVERSIBLE" | "ALREADY_REVERSED" | "EXPORT_TOO_LARGE" | "AMOUNT_EXCEEDS_DUE" | "HAS_PAYMENTS" | "HAS_CREDIT_NOTES" | "NEGATIVE_TOTAL" | "CREDIT_EXCEEDS_INVOICE" | "INVOICE_LINES_FIXED" | "VAT_ID_MISSING" | "E_INVOICE_INCOMPLETE" | "ORDER_NOT_FULFILLED" | "ORDER_ALREADY_INVOICED" | "DUPLICATE_VENDOR_BILL" | "SPLITS_DO_NOT_ADD_UP" | "RATE_SHEET_LOCKED" | "ITEM_IN_USE" | "RULE_IN_USE" | "EDITION_3PL_ONLY" | "CHARGE_INVOICED" | "DOCK_CONFLICT" | "DOCK_FULL" | "SPOT_TAKEN" | "ALREADY_IN_YARD" | "NOT_IN_YARD" | "MOVE_OPEN" | "LOAD_HAS_TRANSPORT" | "LOAD_NOT_SHIPPED" | "TENDER_NOT_ACCEPTED" | "TENDER_CLOSED" | "FREIGHT_ALREADY_BILLED" | "FREIGHT_BASIS_UNKNOWN" | "UNSUPPORTED_FILE_TYPE" | "INVALID_SIGNATURE" | "FLOW_INVALID" | "EVENT_NOT_REPLAYABLE" | "CONNECTION_DISABLED" | "CREDENTIALS_UNREADABLE" | "CREDENTIALS_NEEDED" | "APPROVAL_REQUIRED" | "BELOW_COMMITTED" | "RECEIPT_OPEN" | "GOODS_RECEIVED" | "NOTHING_TO_ANNOUNCE" | "ORDER_NOT_RELEASED" | "SSCC_IN_USE" | "PAYMENT_BLOCKED" | "RETURN_EXCEEDS_SHIPPED" | "RETURN_RECEIVED" | "SERIAL_NOT_SHIPPED" | "INSPECTION_EXCEEDS_RECEIVED" | "INSPECTION_DISPOSED" | "DISPOSITION_EXCEEDS_RECEIVED" | "RETURN_UNDISPOSED" | "RETURN_NOT_INVOICED" | "CREDIT_EXCEEDS_RETURNED" | "EDITION_STANDARD_ONLY" | "NOT_IN_TRANSIT" | "TRANSFER_NOT_UNDERWAY" | "TRANSFER_REMAINDER" | "TRANSIT_LOCATION_MISSING" | "SERIAL_NOT_IN_TRANSIT" | "CONTAINER_IN_USE";
		RefusalFacts: {
			code: components["schemas"]["RefusalCode"];
			/** @description A sentence that says what to do. */
			message: string;
			/** @description Facts about the refusal; for VALIDATION_FAILED the list of problems. */
			details?: unknown;
			request_id: string;
		};
		/** reject */
		RejectReturnInput: {
			/** @constant */
			action: "reject";
			reason?: string | null;
		};
		ReleaseLotInput: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			reason: string;
		};
		ReleaseLotResult: {
			/** Format: uuid */
			item_id: string;
			lot_no: string;
			/**
			 * Format: uuid
			 * @description Null: the lot was not on hold.
			 */
			hold_id: string | null;
			/** @description What became available, in all places. */
			released_qty: number;
			/** @description What the hold had put on hold and is not freed: lifted or gone since, or needed by returned units that wait for their disposition. */
			kept_qty: number;
		};
		/** release */
		ReleaseOrderInput: {
			/** @constant */
			action: "release";
			/**
			 * @description Required.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
		};
		/** release */
		ReleaseTransferInput: {
			/** @constant */
			action: "release";
		};
		/** release */
		ReleaseWaveInput: {
			/** @constant */
			action: "release";
		};
		/** remove_shipments */
		RemoveLoadShipmentsInput: {
			/** @constant */
			action: "remove_shipments";
			shipment_ids: string[];
		};
		/** remove_shipments */
		RemoveWaveShipmentsInput: {
			/** @constant */
			action: "remove_shipments";
			shipment_ids: string[];
		};
		ReplayWindowInput: {
			/** Format: date-time */
			from: string;
			/** Format: date-time */
			to: string;
		};
		ReplayWindowResult: {
			/** Format: uuid */
			id: string;
			deliveries: number;
		};
		ReportAging: {
			/** @enum {string} */
			side: "receivable" | "payable";
			/** Format: date */
			as_of: string;
			/** @description ISO 4217 code. */
			base_currency: string;
			/** @description The names of the buckets, in the order of every list of amounts. */
			buckets: string[];
			/** @description Equals the balance of the control account on that day. */
			base_total: number;
			base_buckets: number[];
			page: number;
			page_size: number;
			/** @description Rows over all pages: one per party and currency. */
			total: number;
			parties: components["schemas"]["ReportAgingParty"][];
			/** @description The open documents, if a single party is requested; at most 1,000, earliest due first. */
			documents: components["schemas"]["ReportAgingDocument"][] | null;
		};
		ReportAgingDocument: {
			/** Format: uuid */
			id: string;
			no: string;
			/** @enum {string} */
			kind: "invoice" | "credit_note" | "bill" | "vendor_credit";
			/** Format: date */
			date: string;
			/** Format: date */
			due_date: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			/** @description A decimal with at most 4 places. */
			base_amount_due: number;
			days_overdue: number;
			disputed: boolean;
		};
		ReportAgingParty: {
			/** @enum {string} */
			party_type: "merchant" | "customer" | "vendor" | "carrier";
			/** Format: uuid */
			party_id: string;
			/** @description The name of the merchant, customer, vendor or carrier. */
			party_name: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			base_total: number;
			buckets: number[];
			base_buckets: number[];
			documents: number;
		};
		ReportProfitAndLoss: {
			/** @enum {string} */
			report: "profit-and-loss" | "balance-sheet" | "cash-flow";
			/** Format: date */
			from: string | null;
			/** Format: date */
			to: string;
			/** @description The period that `compare` sets beside it. */
			compared: components["schemas"]["ReportProfitAndLossCompared"] | null;
			/** @description ISO 4217 code. */
			currency: string;
			/** Format: uuid */
			merchant_id: string | null;
			sections: components["schemas"]["ReportProfitAndLossSection"][];
			totals: components["schemas"]["ReportProfitAndLossTotal"][];
		};
		ReportProfitAndLossCompared: {
			/** Format: date */
			from: string | null;
			/** Format: date */
			to: string;
		};
		ReportProfitAndLossSection: {
			key: string;
			name: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description The same of the compared period; null without one. */
			compared: number | null;
			rows: components["schemas"]["ReportProfitAndLossSectionRow"][];
		};
		ReportProfitAndLossSectionRow: {
			/** Format: uuid */
			account_id: string | null;
			code: string | null;
			name: string;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description The same of the compared period; null without one. */
			compared: number | null;
			/** @description The journal lines that add up to it. */
			journal_lines: string;
			/** @description The journal lines that the compared figure adds up. */
			compared_journal_lines: string | null;
			/** @description With by=merchant; a null merchant stands for lines that name none. */
			merchants: components["schemas"]["ReportProfitAndLossSectionRowMerchant"][];
		};
		ReportProfitAndLossSectionRowMerchant: {
			/** Format: uuid */
			merchant_id: string | null;
			name: string | null;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description The same of the compared period; null without one. */
			compared: number | null;
			/** @description The journal lines that add up to it. */
			journal_lines: string;
			/** @description The journal lines that the compared figure adds up. */
			compared_journal_lines: string | null;
		};
		ReportProfitAndLossTotal: {
			key: string;
			name: string;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description The same of the compared period; null without one. */
			compared: number | null;
		};
		ReportTax: {
			/** Format: date */
			from: string;
			/** Format: date */
			to: string;
			/** @description The base currency of the books, which all figures are in. */
			currency: string;
			rows: components["schemas"]["ReportTaxRow"][];
			totals: components["schemas"]["ReportTaxTotal"][];
			/** @description The accounts that tax is posted to: opening + reported + other = closing, as in the trial balance. */
			accounts: components["schemas"]["ReportTaxAccount"][];
		};
		ReportTaxAccount: {
			/** Format: uuid */
			account_id: string;
			code: string;
			name: string;
			/** @description Before the period, debits positive. */
			opening: number;
			/** @description Moved by the documents of this report. */
			reported: number;
			/** @description Moved otherwise: payments to the tax office, manual entries. */
			other: number;
			/** @description At the end of the period. */
			closing: number;
			/** @description All lines of the account in the period. */
			journal_lines: string;
		};
		ReportTaxRow: {
			/** @description Names the row to /api/accounting/journal-lines. */
			tax_group: string;
			/** @enum {string} */
			tax_side: "sales" | "purchases";
			/** @description The document line's; `reverse charge` where the buyer pays the tax. */
			tax_code: string | null;
			/** @description Percent; null where tax was given as one sum. */
			tax_rate: number | null;
			/** @description What was taxed, without the tax; what credits and voids take back is negative. */
			base: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			/** @description The lines that base and tax add up, with the documents that posted them. */
			journal_lines: string;
		};
		ReportTaxTotal: {
			/** @description sales, output_tax, purchases, input_tax, payable. */
			key: string;
			name: string;
			/** @description A decimal with at most 4 places. */
			amount: number;
		};
		ReportTrialBalance: {
			/** Format: date */
			from: string | null;
			/** Format: date */
			to: string;
			/**
			 * @description base: everything in the base currency, in which debits equal credits.
			 * @enum {string}
			 */
			currency: "base" | "document";
			rows: components["schemas"]["ReportTrialBalanceRow"][];
			totals: components["schemas"]["ReportTrialBalanceTotal"][];
		};
		ReportTrialBalanceRow: {
			/** Format: uuid */
			account_id: string;
			code: string;
			name: string;
			/** @enum {string} */
			type: "asset" | "liability" | "equity" | "revenue" | "expense";
			/** @description ISO 4217 code. */
			currency: string;
			/** @description Debit positive. */
			opening: number;
			/** @description A decimal with at most 4 places. */
			debit: number;
			/** @description A decimal with at most 4 places. */
			credit: number;
			/** @description Debit positive. */
			closing: number;
		};
		ReportTrialBalanceTotal: {
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			opening: number;
			/** @description A decimal with at most 4 places. */
			debit: number;
			/** @description A decimal with at most 4 places. */
			credit: number;
			/** @description Zero in the base currency: debits equal credits. */
			closing: number;
		};
		ReprintJobInput: {
			/** Format: uuid */
			device_id?: string | null;
			/** @description How many of the label are printed. */
			copies?: number;
		};
		ReprintJobResult: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			device_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @description What the label is for; it decides where it prints by default. */
			label_kind: string;
			/** @description What kind of document the reason is. */
			ref_type: string | null;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string | null;
			/** @description How many of the label are printed. */
			copies: number;
			/** @enum {string} */
			status: "queued" | "printing" | "done" | "failed" | "cancelled";
			error: string | null;
			/** Format: date-time */
			created_at: string;
			/**
			 * Format: uuid
			 * @description The job whose label this one reprints.
			 */
			reprint_of: string;
		};
		/** reprint */
		ReprintLabelInput: {
			/** @constant */
			action: "reprint";
			/** Format: uuid */
			device_id?: string | null;
		};
		RequestOrderCancelInput: {
			reason?: string;
		};
		/** resolve */
		ResolveDisputeInput: {
			/** @constant */
			action: "resolve";
			note?: string;
		};
		Retailer: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		RetailerChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "retailer.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RetailerCreatedEventSubject"];
			data: Record<string, never>;
		};
		RetailerCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "retailer.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["RetailerCreatedEventSubject"];
			data: Record<string, never>;
		};
		RetailerCreatedEventSubject: {
			/** @enum {unknown} */
			type: "retailer";
			/** Format: uuid */
			id: string;
		};
		/** retry */
		RetryJobInput: {
			/** @constant */
			action: "retry";
		};
		/** retry */
		RetryLabelInput: {
			/** @constant */
			action: "retry";
			reason: string;
		};
		Return: {
			/** Format: uuid */
			id: string;
			return_no: string;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			shipment_id: string | null;
			/**
			 * Format: uuid
			 * @description What its goods are counted on, once it is authorized.
			 */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * Format: uuid
			 * @description Drafted at its authorization, for lines that are to be replaced.
			 */
			replacement_order_id: string | null;
			channel_return_no: string | null;
			/** Format: date */
			expires_on: string | null;
			note: string;
			end_reason: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			authorized_at: string | null;
			/** Format: date-time */
			rejected_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			/** Format: date-time */
			expired_at: string | null;
			/** Format: date-time */
			receiving_at: string | null;
			/** Format: date-time */
			inspecting_at: string | null;
			/** Format: date-time */
			disposed_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			lines: components["schemas"]["ReturnLine"][];
			inspections: components["schemas"]["ReturnInspection"][];
			dispositions: components["schemas"]["ReturnDisposition"][];
			/** @description The credit notes that pay it back, in the standard edition. */
			credits: components["schemas"]["ReturnCredit"][];
		};
		ReturnAuthorizedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.authorized";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnAuthorizedEventData"];
		};
		ReturnAuthorizedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			/** Format: uuid */
			receipt_id: string;
		};
		ReturnCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnRejectedEventData"];
		};
		ReturnClosedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.closed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnClosedEventData"];
		};
		ReturnClosedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
		};
		ReturnCredit: {
			/** Format: uuid */
			id: string;
			invoice_no: string | null;
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			original_invoice_id: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
		};
		ReturnCreditedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.credited";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnCreditedEventData"];
		};
		ReturnCreditedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			/** Format: uuid */
			credit_note_id: string;
			/** Format: uuid */
			invoice_id: string;
			lines: components["schemas"]["ReturnCreditedEventDataLine"][];
		};
		ReturnCreditedEventDataLine: {
			/** Format: uuid */
			return_line_id: string;
			/** Format: uuid */
			order_line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ReturnDisposedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.disposed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnDisposedEventData"];
		};
		ReturnDisposedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			/** Format: uuid */
			return_line_id: string;
			/** Format: uuid */
			inspection_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One number for each unit. */
			serial_nos: string[];
			/** Format: uuid */
			disposition_id: string;
			/** @enum {string} */
			kind: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish";
			/** Format: uuid */
			to_item_id: string | null;
			/** Format: uuid */
			order_line_id: string | null;
		};
		ReturnDisposition: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			inspection_id: string;
			/** Format: uuid */
			return_line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One number for each unit. */
			serial_nos: string[];
			/** @enum {string} */
			kind: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish";
			/** Format: uuid */
			to_item_id: string | null;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string | null;
			note: string;
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
			disposed_by: string;
			/** Format: date-time */
			disposed_at: string;
		};
		ReturnExpiredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.expired";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnRejectedEventData"];
		};
		ReturnInspectedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.inspected";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnInspectedEventData"];
		};
		ReturnInspectedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			/** Format: uuid */
			return_line_id: string;
			/** Format: uuid */
			inspection_id: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One number for each unit. */
			serial_nos: string[];
			/**
			 * @description What an inspection found the goods to be worth.
			 * @enum {string}
			 */
			grade: "A" | "B" | "C" | "D";
			defects: string[];
		};
		ReturnInspection: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			return_line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description How many of them were looked at. */
			sampled_qty: number;
			/** @description A decimal with at most 6 places. */
			disposed_qty: number;
			/** @description One number for each unit. */
			serial_nos: string[];
			/**
			 * @description What an inspection found the goods to be worth.
			 * @enum {string}
			 */
			grade: "A" | "B" | "C" | "D";
			/**
			 * Format: uuid
			 * @description The return rule that applied, and, as it was then:
			 */
			rule_id: string | null;
			/** @enum {string|null} */
			disposition: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description A decimal with at most 2 places. */
			credit_percent: number;
			/** @description A decimal with at most 4 places. */
			restocking_fee: number;
			/** Format: uuid */
			fee_item_id: string | null;
			defects: string[];
			note: string;
			/** @description A decimal with at most 2 places. */
			minutes: number | null;
			inspected_by: string;
			/** Format: date-time */
			inspected_at: string;
		};
		ReturnLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/**
			 * Format: uuid
			 * @description Null for goods that no shipped order line names.
			 */
			order_line_id: string | null;
			/** Format: uuid */
			shipment_line_id: string | null;
			/** Format: uuid */
			receipt_line_id: string | null;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description What may come back, in base units. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			inspected_qty: number;
			/** @description A decimal with at most 6 places. */
			disposed_qty: number;
			/** @description On credit notes that are not void. */
			credited_qty: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			lot_no: string | null;
			/** @enum {string} */
			wanted: "refund" | "replace" | "repair" | "none";
			/** @enum {string} */
			inspect: "always" | "sample" | "never";
			/**
			 * Format: uuid
			 * @description The return rule that applied, and, as it was then:
			 */
			rule_id: string | null;
			/** @enum {string|null} */
			disposition: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description A decimal with at most 2 places. */
			credit_percent: number;
			/** @description A decimal with at most 4 places. */
			restocking_fee: number;
			/** Format: uuid */
			fee_item_id: string | null;
			/** @description One number for each unit. */
			serial_nos: string[];
		};
		ReturnLinesAddedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.lines_added";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnRequestedEventData"];
		};
		ReturnLookup: {
			code: string;
			/** @description As what the code is known. */
			matched_by: ("return" | "order" | "channel_order" | "tracking" | "sscc" | "serial")[];
			orders: components["schemas"]["ReturnLookupOrder"][];
			shipments: components["schemas"]["ReturnLookupShipment"][];
			returns: components["schemas"]["ReturnLookupReturn"][];
			lines: components["schemas"]["ReturnLookupLine"][];
			lines_total: number;
		};
		ReturnLookupLine: {
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/**
			 * Format: uuid
			 * @description Null for goods that no shipped order line names.
			 */
			order_line_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			shipped_qty: number | null;
			/** @description A decimal with at most 6 places. */
			returned_qty: number;
			/** @description What returns authorise or ask for, and is still out. */
			authorised_qty: number;
			/** @description What another return may ask for: what was shipped, less what came back and what is authorised. */
			returnable_qty: number | null;
			/** @description The newest returns, at most 20, that still expect units of it. */
			expected_on: components["schemas"]["ReturnLookupLineExpectedOn"][];
		};
		ReturnLookupLineExpectedOn: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			return_line_id: string;
			/** Format: uuid */
			receipt_line_id: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ReturnLookupOrder: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @description The order's number in the sales channel. */
			channel_order_no: string | null;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
		};
		ReturnLookupReturn: {
			/** Format: uuid */
			id: string;
			return_no: string;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/** Format: uuid */
			order_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: date */
			expires_on: string | null;
			/**
			 * Format: uuid
			 * @description What its goods are counted on, once it is authorized.
			 */
			receipt_id: string | null;
			receipt_no: string | null;
		};
		ReturnLookupShipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/**
			 * Format: uuid
			 * @description Null: its goods come back without an order.
			 */
			order_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			/** Format: date-time */
			shipped_at: string | null;
		};
		ReturnReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnAuthorizedEventData"];
		};
		ReturnReceivingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.receiving";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnAuthorizedEventData"];
		};
		ReturnRejectedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.rejected";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnRejectedEventData"];
		};
		ReturnRejectedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			reason: string | null;
		};
		ReturnRequestedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return.requested";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRequestedEventSubject"];
			data: components["schemas"]["ReturnRequestedEventData"];
		};
		ReturnRequestedEventData: {
			/** Format: uuid */
			return_id: string;
			return_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			order_id: string | null;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed" | null;
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		ReturnRequestedEventSubject: {
			/** @enum {unknown} */
			type: "return";
			/** Format: uuid */
			id: string;
		};
		ReturnRow: {
			/** Format: uuid */
			id: string;
			return_no: string;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			shipment_id: string | null;
			/**
			 * Format: uuid
			 * @description What its goods are counted on, once it is authorized.
			 */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * Format: uuid
			 * @description Drafted at its authorization, for lines that are to be replaced.
			 */
			replacement_order_id: string | null;
			channel_return_no: string | null;
			/** Format: date */
			expires_on: string | null;
			note: string;
			end_reason: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			authorized_at: string | null;
			/** Format: date-time */
			rejected_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			/** Format: date-time */
			expired_at: string | null;
			/** Format: date-time */
			receiving_at: string | null;
			/** Format: date-time */
			inspecting_at: string | null;
			/** Format: date-time */
			disposed_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
		};
		ReturnRule: {
			/** Format: uuid */
			id: string;
			name: string;
			/** @description Rules are tried from the lowest up. */
			priority: number;
			/**
			 * Format: uuid
			 * @description Whose goods. Null: any.
			 */
			merchant_id: string | null;
			/** @description The class of the item. Null: any. */
			item_class: string | null;
			/** @description Why the customer sends it back. Null: any. */
			reason_code: string | null;
			/**
			 * @description What inspection found: such a rule applies to inspected units alone. Null: any, and before inspection.
			 * @enum {string|null}
			 */
			grade: "A" | "B" | "C" | "D" | null;
			/**
			 * @description The kind of return. Null: any.
			 * @enum {string|null}
			 */
			kind: "customer" | "undeliverable" | "recall" | "warranty" | null;
			/**
			 * @description never: received units go to available at once. sample: an inspection may look at some of its units. Default always.
			 * @enum {string}
			 */
			inspect: "always" | "sample" | "never";
			/**
			 * @description What becomes of inspected units when nothing else is said.
			 * @enum {string|null}
			 */
			disposition: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description How much of their price is credited. Default 100. */
			credit_percent: number;
			/** @description Comes off the credit, for each unit. Default 0. */
			restocking_fee: number;
			/**
			 * Format: uuid
			 * @description The billing item that says where the fee is booked.
			 */
			fee_item_id: string | null;
			/** @description How many days after its goods left a return is authorized by itself. Null: however many. */
			window_days: number | null;
			/** @description A return is authorized as it is asked for when the rules of all its lines say so. Default false. */
			auto_authorize: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		ReturnRuleChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return_rule.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		ReturnRuleCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "return_rule.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["ReturnRuleCreatedEventSubject"];
			data: Record<string, never>;
		};
		ReturnRuleCreatedEventSubject: {
			/** @enum {unknown} */
			type: "return_rule";
			/** Format: uuid */
			id: string;
		};
		ReturnTrace: {
			/** Format: uuid */
			return_line_id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** @enum {string} */
			wanted: "refund" | "replace" | "repair" | "none";
			/** Format: uuid */
			order_line_id: string | null;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** @description A decimal with at most 6 places. */
			ordered_qty: number | null;
			/** @description A decimal with at most 6 places. */
			fulfilled_qty: number | null;
			/** Format: uuid */
			receipt_line_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			receipt_no: string | null;
			/** @description A decimal with at most 6 places. */
			received_qty: number | null;
			/** @description A decimal with at most 6 places. */
			damaged_qty: number | null;
			/** @description With which its order line left. */
			shipments: components["schemas"]["ReturnTraceShipment"][];
			/** @description Serials named or inspected: with which shipment each left, and on which receipt it came back. */
			units: components["schemas"]["ReturnTraceUnit"][];
			/** @description What its counts and dispositions posted. */
			ledger: components["schemas"]["ReturnTraceLedger"][];
			inspections: components["schemas"]["ReturnTraceInspection"][];
			dispositions: components["schemas"]["ReturnTraceDisposition"][];
			/** @description Null without the permission accounting.view. */
			books: components["schemas"]["ReturnTraceBooks"] | null;
		};
		ReturnTraceBooks: {
			credits: components["schemas"]["ReturnTraceBooksCredit"][];
			postings: components["schemas"]["ReturnTraceBooksPosting"][];
			/** @description Kept back on its credit notes, and charged for its receipt, inspections and dispositions. */
			fees: components["schemas"]["ReturnTraceBooksFee"][];
		};
		ReturnTraceBooksCredit: {
			/** Format: uuid */
			invoice_line_id: string;
			/**
			 * Format: uuid
			 * @description Null for units that nobody inspects.
			 */
			inspection_id: string | null;
			/**
			 * Format: uuid
			 * @description The line of the invoice that it gives back.
			 */
			credited_line_id: string | null;
			/** Format: uuid */
			credit_note_id: string;
			invoice_no: string | null;
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** @description A decimal with at most 6 places. */
			quantity: number;
			/** @description A decimal with at most 2 places. */
			credit_percent: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
		};
		ReturnTraceBooksFee: {
			/**
			 * Format: uuid
			 * @description A fee that came off a whole credit note.
			 */
			invoice_line_id: string | null;
			/**
			 * Format: uuid
			 * @description What the merchant of a 3PL is charged for the work.
			 */
			charge_id: string | null;
			/** Format: uuid */
			billing_item_id: string;
			description: string;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description ISO 4217 code. */
			currency: string;
		};
		ReturnTraceBooksPosting: {
			/** Format: uuid */
			journal_entry_id: string;
			entry_no: string;
			event: string;
			/** Format: date */
			entry_date: string;
			/** Format: uuid */
			invoice_line_id: string;
			/** @description A decimal with at most 4 places. */
			base_debit: number;
			/** @description A decimal with at most 4 places. */
			base_credit: number;
		};
		ReturnTraceDisposition: {
			/** Format: uuid */
			disposition_id: string;
			/** Format: uuid */
			inspection_id: string;
			/** @enum {string} */
			kind: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One number for each unit. */
			serial_nos: string[];
			/** Format: uuid */
			to_item_id: string | null;
			disposed_by: string;
			/** Format: date-time */
			disposed_at: string;
		};
		ReturnTraceInspection: {
			/** Format: uuid */
			inspection_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/**
			 * @description What an inspection found the goods to be worth.
			 * @enum {string}
			 */
			grade: "A" | "B" | "C" | "D";
			/** @description One number for each unit. */
			serial_nos: string[];
			inspected_by: string;
			/** Format: date-time */
			inspected_at: string;
		};
		ReturnTraceLedger: {
			/** Format: uuid */
			entry_id: string;
			/**
			 * Format: uuid
			 * @description Null for what its counts posted.
			 */
			disposition_id: string | null;
			/** @description What kind of movement an entry of the stock ledger records. */
			transaction_type: string;
			/** Format: uuid */
			item_id: string;
			/** Format: uuid */
			location_id: string;
			status: string;
			lot_no: string;
			/** @description A decimal with at most 6 places. */
			qty_delta: number;
			/** @description Who asked for it: the name of a token or a member. */
			actor: string;
			/** Format: date-time */
			occurred_at: string;
		};
		ReturnTraceShipment: {
			/** Format: uuid */
			shipment_line_id: string;
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			/** Format: date-time */
			shipped_at: string | null;
		};
		ReturnTraceUnit: {
			serial_no: string;
			/** Format: uuid */
			shipment_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
		};
		RevalueBalancesInput: {
			/**
			 * Format: date
			 * @description The last day of a month, not after today.
			 */
			as_of: string;
			rates: components["schemas"]["RevalueBalancesInputRate"][];
			/** @description Computes everything but posts nothing. */
			dry_run?: boolean;
		};
		RevalueBalancesInputRate: {
			/** @description ISO 4217 code. */
			currency: string;
			/** @description Base currency per unit. */
			rate: number;
		};
		RevalueBalancesResult: {
			/** Format: date */
			as_of: string;
			/** Format: date */
			reverses_on: string;
			/** @description ISO 4217 code. */
			base_currency: string;
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			/** @description Whether anything was posted, or would be. */
			changed: boolean;
			currencies: components["schemas"]["RevalueBalancesResultCurrency"][];
			/** @description Other foreign currencies with documents open on that day: these keep their own rates. */
			without_rate: string[];
		};
		RevalueBalancesResultCurrency: {
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 8 places. */
			rate: number;
			receivable: components["schemas"]["RevalueBalancesResultCurrencyReceivable"];
			payable: components["schemas"]["RevalueBalancesResultCurrencyReceivable"];
			/** @description Unrealized, in base currency; a loss is negative. */
			gain: number;
			/** @description The part of the gain this request posts; the rest was before. */
			posted: number;
			/**
			 * Format: uuid
			 * @description The newest entry of the month and currency.
			 */
			journal_entry_id: string | null;
			/** Format: uuid */
			reversal_entry_id: string | null;
		};
		RevalueBalancesResultCurrencyReceivable: {
			documents: number;
			/** @description Open on that day, in the currency; credits count as negative. */
			amount_due: number;
			/** @description In base currency at the documents' own rates. */
			booked: number;
			/** @description In base currency at the rate on that day. */
			revalued: number;
		};
		ReverseEntryInput: {
			/**
			 * Format: date
			 * @description Default: the entry's own date, or today when that period is locked.
			 */
			entry_date?: string;
			reason: string;
		};
		ReverseReceiptLineInput: {
			/** Format: uuid */
			receipt_line_id: string;
			/**
			 * Format: uuid
			 * @description The entry to reverse; omit it when only rejected_qty is corrected.
			 */
			ledger_entry_id?: string | null;
			/** @description In the line's unit; default: all that is left of the entry. */
			qty?: number | null;
			/** @description The part of the rejected quantity to reverse. */
			rejected_qty?: number | null;
			/** @description One number for each unit. */
			serial_nos?: string[] | null;
			/** @description The reason, kept with the entry. */
			note: string;
		};
		ReverseReceiptLineResult: {
			line: components["schemas"]["ReceiveLineResultLine"];
			receipt: components["schemas"]["ReceiveLineResultReceipt"];
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
		};
		/** revise */
		ReviseRateSheetInput: {
			/** @constant */
			action: "revise";
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from?: string;
		};
		RotateSecretInput: {
			/** @description Default 24. */
			overlap_hours?: number;
		};
		Run: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			event_id: string;
			/** Format: uuid */
			flow_id: string;
			version: number;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "queued" | "running" | "succeeded" | "failed" | "dead";
			next_step: number;
			waits_for: string | null;
			/** Format: uuid */
			order_id: string | null;
			error: {
				[key: string]: unknown;
			} | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
			steps: components["schemas"]["RunStep"][];
		};
		RunCountPlanInput: {
			/**
			 * Format: date
			 * @description Default: today, at the warehouse.
			 */
			on?: string;
			/** @description Says what is due, and makes nothing. */
			dry_run?: boolean;
		};
		RunCountPlanResult: {
			/** Format: date */
			due_on: string;
			/** @description Whether nothing was done: this is what would happen. */
			dry_run: boolean;
			tasks: components["schemas"]["RunCountPlanResultTask"][];
			/** @description Places or items due, with those beyond the most of a day. */
			due: number;
		};
		RunCountPlanResultTask: {
			/**
			 * Format: uuid
			 * @description Null in a dry run.
			 */
			count_task_id: string | null;
			location_ids: string[];
			/** @description Empty: everything at the locations. */
			item_ids: string[];
		};
		RunRow: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			event_id: string;
			/** Format: uuid */
			flow_id: string;
			version: number;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "queued" | "running" | "succeeded" | "failed" | "dead";
			next_step: number;
			waits_for: string | null;
			/** Format: uuid */
			order_id: string | null;
			error: {
				[key: string]: unknown;
			} | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
		};
		RunStep: {
			step_no: number;
			/** @enum {string} */
			action: "map_order" | "create_order" | "submit" | "approve" | "allocate" | "push_to_wms" | "hold" | "notify";
			/** @enum {string} */
			outcome: "done" | "skipped" | "waiting" | "failed";
			input: unknown;
			output: unknown;
			error: unknown;
			/** Format: date-time */
			ended_at: string;
		};
		SalesOrderAllocatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.allocated";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderAllocatedEventData"];
		};
		SalesOrderAllocatedEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** Format: uuid */
			warehouse_id: string | null;
		};
		SalesOrderBackorderedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.backordered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderCreatedEventData"];
		};
		SalesOrderConfirmedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.confirmed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderConfirmedEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** @description A decimal with at most 6 places. */
			backordered_qty?: number;
			/** @description A decimal with at most 6 places. */
			cancelled_qty?: number;
			/** Format: uuid */
			line_id?: string;
			/** Format: uuid */
			shipment_id?: string;
			reason?: string;
		};
		SalesOrderCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderCreatedEventData"];
		};
		SalesOrderCreatedEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** @description A decimal with at most 6 places. */
			total: number;
		};
		SalesOrderCreatedEventSubject: {
			/** @enum {unknown} */
			type: "sales_order";
			/** Format: uuid */
			id: string;
		};
		SalesOrderDeliveredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.delivered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderFulfilledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.fulfilled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderHeldEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.held";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderHeldEventData"];
		};
		SalesOrderHeldEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** @enum {string} */
			reason: "UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL";
		};
		SalesOrderHoldReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.hold_released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderHeldEventData"];
		};
		SalesOrderLinesCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.lines_cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderConfirmedEventData"];
		};
		SalesOrderPartiallyFulfilledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.partially_fulfilled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderPartiallyFulfilledEventData"];
		};
		SalesOrderPartiallyFulfilledEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** @description A decimal with at most 6 places. */
			backordered_qty?: number;
			/** @description A decimal with at most 6 places. */
			cancelled_qty?: number;
			/** Format: uuid */
			line_id?: string;
			/** Format: uuid */
			shipment_id?: string;
			reason?: string;
			lines?: components["schemas"]["SalesOrderPartiallyFulfilledEventDataLine"][];
		};
		SalesOrderPartiallyFulfilledEventDataLine: {
			/** Format: uuid */
			line_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		SalesOrderReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderReleasedEventData"];
		};
		SalesOrderReleasedEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
			/** @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier. */
			ship_mode: string | null;
			shipments?: components["schemas"]["SalesOrderReleasedEventDataShipment"][];
		};
		SalesOrderReleasedEventDataShipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
		};
		SalesOrderSubmittedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "sales_order.submitted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SalesOrderCreatedEventSubject"];
			data: components["schemas"]["SalesOrderSubmittedEventData"];
		};
		SalesOrderSubmittedEventData: {
			/** Format: uuid */
			order_id: string;
			order_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled" | null;
		};
		SetDefaultDeviceInput: {
			is_default_label_printer: boolean;
		};
		SetDockRulesInput: {
			/** @description How many appointments may begin in one hour; null for no limit. */
			capacity_per_hour?: number | null;
			/** @description New appointments are requested until they are approved. */
			approval_required?: boolean;
			/** @description Free minutes from gate to gate; the rest is detention. */
			free_minutes?: number;
		};
		SetLogoInput: {
			/** @description One PNG or JPEG picture, at most 524288 bytes and 1200 pixels a side. As a form: the part logo. */
			logo: components["schemas"]["SetLogoInputLogo"][];
		};
		SetLogoInputLogo: {
			filename?: string;
			/** @description The type detected from the bytes is what counts. */
			content_type?: string;
			/** @description The bytes in base64. */
			content: string;
		};
		Settings: {
			/** Format: uuid */
			id: string;
			name: string;
			/** @enum {string} */
			edition: "standard" | "three_pl";
			/** @enum {string} */
			inventory_mode: "wms_sync" | "oms_standalone";
			/** @enum {string} */
			reserve_at: "confirm" | "allocate";
			/** @enum {string} */
			allocation_strategy: "fefo" | "fifo" | "lifo";
			/** @enum {string} */
			pick_from: "any" | "face_first";
			/** @enum {string} */
			putaway: "off" | "suggest" | "task";
			/** @enum {string} */
			capacity_policy: "refuse" | "warn";
			/** @enum {string} */
			short_policy: "backorder" | "cancel_rest";
			/** @description ISO 4217 code. */
			base_currency: string;
			/** @description IANA name, such as America/New_York. */
			time_zone: string;
			/**
			 * @description How halves of the smallest unit are rounded.
			 * @enum {string}
			 */
			rounding: "half_up" | "half_even";
			/**
			 * Format: date
			 * @description Nothing is posted on this day or before it.
			 */
			lock_date: string | null;
			/** @description A decimal with at most 6 places. */
			safety_stock: number;
			/** @description A decimal with at most 6 places. */
			count_approval_threshold: number;
			/** @description A decimal with at most 6 places. */
			count_below: number;
			/** @description A decimal with at most 4 places. */
			purchase_approval_above: number | null;
			/** @description The prefix GS1 gave the company: SSCC and bill of lading numbers begin with it. */
			gs1_company_prefix: string;
			/** @description What the organization may use of each API process, and how many of its operations may be open in all. The operator of the platform sets it. */
			quotas: components["schemas"]["SettingsQuotas"];
		};
		SettingsQuotas: {
			requests_per_second: number;
			requests_at_once: number;
			streams: number;
			previews: number;
			imports: number;
			exports: number;
			webhooks_per_second: number;
			open_commands: number;
		};
		/** ship */
		ShipLoadInput: {
			/** @constant */
			action: "ship";
		};
		Shipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** @enum {string} */
			kind: "order" | "direct" | "transfer";
			/** Format: uuid */
			transfer_id: string | null;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			split: boolean;
			ship_to: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			picking_at: string | null;
			/** Format: date-time */
			picked_at: string | null;
			/** Format: date-time */
			packed_at: string | null;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["ShipmentLine"][];
			allocations: components["schemas"]["ShipmentAllocation"][];
		};
		ShipmentAllocation: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			shipment_line_id: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			lot_no: string | null;
			/**
			 * Format: uuid
			 * @description The license plate: a pallet or carton with a number of its own.
			 */
			lpn_id: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @enum {string} */
			status: "open" | "picked" | "shipped" | "released";
			why: unknown;
		};
		ShipmentCartons: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			shipment_id: string;
			carton_no: number;
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			/** @description A decimal with at most 6 places. */
			length_cm: number | null;
			/** @description A decimal with at most 6 places. */
			width_cm: number | null;
			/** @description A decimal with at most 6 places. */
			height_cm: number | null;
			packed_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			voided_at: string | null;
			lines: components["schemas"]["ShipmentCartonsLine"][];
		};
		ShipmentCartonsLine: {
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			lot_no: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ShipmentLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			order_line_id: string | null;
			/** Format: uuid */
			item_id: string;
			sku: string;
			name: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		ShipmentRow: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** @enum {string} */
			kind: "order" | "direct" | "transfer";
			/** Format: uuid */
			transfer_id: string | null;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			split: boolean;
			ship_to: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			picking_at: string | null;
			/** Format: date-time */
			picked_at: string | null;
			/** Format: date-time */
			packed_at: string | null;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		/** ship */
		ShipShipmentInput: {
			/** @constant */
			action: "ship";
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			carrier_code?: string;
			/** @description Which serials leave. For serial-tracked units not named, the oldest in stock are presumed to leave. */
			serials?: components["schemas"]["ShipShipmentInputSerial"][];
		};
		ShipShipmentInputSerial: {
			/** Format: uuid */
			item_id: string;
			/** @description One number for each unit. */
			serial_nos: string[];
		};
		/** ship */
		ShipTransferInput: {
			/** @constant */
			action: "ship";
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			carrier_code?: string;
			/** @description Which serials leave. For serial-tracked units not named, the oldest in stock are presumed to leave. */
			serials?: components["schemas"]["ShipShipmentInputSerial"][];
		};
		/** short */
		ShortPickInput: {
			/** @constant */
			action: "short";
			/** @description The quantity found, less than the task asks for. Default 0. */
			picked_qty?: number;
			note?: string;
		};
		SplitPalletInput: {
			/** @description The license plate number of the pallet. */
			pallet_lpn: string;
			/** @description Generated when omitted, made when unknown. */
			to_lpn?: string;
			lines: components["schemas"]["SplitPalletInputLine"][];
		};
		SplitPalletInputLine: {
			/** Format: uuid */
			item_id: string;
			lot_no?: string;
			/**
			 * @description Default available. What is allocated stays where it is.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		Spot: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			code: string;
			/** @enum {string} */
			kind: "door" | "parking" | "staging";
			/**
			 * @description Which appointments a door takes; default both.
			 * @enum {string}
			 */
			direction: "inbound" | "outbound" | "both";
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		SpotChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "spot.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SpotCreatedEventSubject"];
			data: Record<string, never>;
		};
		SpotClosedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "spot.closed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SpotCreatedEventSubject"];
			data: components["schemas"]["SpotClosedEventData"];
		};
		SpotClosedEventData: {
			/**
			 * Format: uuid
			 * @description The place in the yard.
			 */
			spot_id: string;
			/** Format: uuid */
			warehouse_id: string;
			reason: string;
		};
		SpotCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "spot.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SpotCreatedEventSubject"];
			data: Record<string, never>;
		};
		SpotCreatedEventSubject: {
			/** @enum {unknown} */
			type: "spot";
			/** Format: uuid */
			id: string;
		};
		SpotOpenedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "spot.opened";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["SpotCreatedEventSubject"];
			data: components["schemas"]["SpotOpenedEventData"];
		};
		SpotOpenedEventData: {
			/**
			 * Format: uuid
			 * @description The place in the yard.
			 */
			spot_id: string;
			/** Format: uuid */
			warehouse_id: string;
		};
		StartBillingRunInput: {
			/** Format: date */
			period_start?: string;
			/** Format: date */
			period_end?: string;
			merchant_ids?: string[];
			/** @enum {string} */
			mode?: "preview" | "draft";
			/** Format: date */
			invoice_date?: string;
			auto_issue?: boolean;
			/**
			 * @description Whether charges that come late wait for the next invoice or get one of their own.
			 * @enum {string}
			 */
			late_charge_policy?: "next_invoice" | "supplement";
			/** @description What invoices in other currencies than that of the books are entered at. */
			rates?: components["schemas"]["BillingRunRate"][];
			/** Format: uuid */
			rate_sheet_id?: string;
			/** Format: uuid */
			run_id?: string;
			/** @enum {string} */
			action?: "cancel";
		};
		StartImportItemsInput: {
			csv: string;
			/** @description Checks every line and changes nothing. */
			dry_run?: boolean;
			/** @description Applies the good lines though others are bad. */
			skip_bad_lines?: boolean;
		};
		StartImportLocationsInput: {
			csv: string;
			/** @description Checks every line and changes nothing. */
			dry_run?: boolean;
			/** @description Applies the good lines though others are bad. */
			skip_bad_lines?: boolean;
		};
		StartImportStockInput: {
			csv: string;
			/** @description Checks every line and changes nothing. */
			dry_run?: boolean;
			/** @description Applies the good lines though others are bad. */
			skip_bad_lines?: boolean;
		};
		/** start_loading */
		StartLoadingInput: {
			/** @constant */
			action: "start_loading";
		};
		/** start */
		StartMoveInput: {
			/** @constant */
			action: "start";
		};
		/** start */
		StartPickInput: {
			/** @constant */
			action: "start";
		};
		/** start */
		StartReceivingTaskInput: {
			/** @constant */
			action: "start";
		};
		/** submit */
		SubmitOrderInput: {
			/** @constant */
			action: "submit";
		};
		Task: {
			/** Format: uuid */
			id: string;
			task_type: string;
			/** @enum {string} */
			status: "pending" | "in_progress" | "completed" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			/** @description What kind of document the reason is. */
			ref_type: string;
			/**
			 * Format: uuid
			 * @description The document that is the reason.
			 */
			ref_id: string;
			ref_no: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			/**
			 * Format: uuid
			 * @description The member who is to do it, or is doing it.
			 */
			assignee_id: string | null;
			priority: number;
			/** @enum {string|null} */
			receiving_method: "palletized" | "direct" | "decide" | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			started_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
			progress?: components["schemas"]["InboundReceiptProgress"];
		};
		TestCarrierAccountResult: {
			/** Format: uuid */
			account_id: string;
			ok: boolean;
			steps: components["schemas"]["TestCarrierAccountResultStep"][];
		};
		TestCarrierAccountResultStep: {
			step: string;
			ok: boolean;
			message: string;
		};
		Token: {
			/** Format: uuid */
			id: string;
			name: string;
			permissions: string[];
			/** Format: uuid */
			member_id: string | null;
			/** @description The members whose access this was made with, at any remove: it ends with theirs. */
			made_by: string[];
			/**
			 * Format: uuid
			 * @description The token it was made with, and is revoked with; null: made by a person, or on the command line.
			 */
			maker_token_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** Format: date-time */
			expires_at: string | null;
			/** Format: date-time */
			revoked_at: string | null;
			/** Format: date-time */
			created_at: string;
		};
		TokenCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "token.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TokenCreatedEventSubject"];
			data: Record<string, never>;
		};
		TokenCreatedEventSubject: {
			/** @enum {unknown} */
			type: "token";
			/** Format: uuid */
			id: string;
		};
		TokenRevokedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "token.revoked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TokenCreatedEventSubject"];
			data: components["schemas"]["TokenRevokedEventData"];
		};
		TokenRevokedEventData: {
			/** Format: uuid */
			revoked_with?: string;
		};
		Transfer: {
			/** Format: uuid */
			id: string;
			transfer_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			from_warehouse_code: string;
			/** Format: uuid */
			to_warehouse_id: string;
			to_warehouse_code: string;
			/**
			 * Format: uuid
			 * @description What leaves the source, once it is released.
			 */
			shipment_id: string | null;
			shipment_no: string | null;
			/**
			 * Format: uuid
			 * @description What is counted at the destination, once it is released.
			 */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** Format: date */
			expected_date: string | null;
			note: string;
			/**
			 * @description What became of goods that never arrived; those claimed are in transit still.
			 * @enum {string|null}
			 */
			missing: "write_off" | "back" | "claim" | null;
			end_reason: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			partially_received_at: string | null;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["TransferLine"][];
			/** @description What was shipped, by lot and license plate. */
			goods: components["schemas"]["TransferGood"][];
		};
		TransferCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferCancelledEventData"];
		};
		TransferCancelledEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			reason: string | null;
		};
		TransferClosedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.closed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferClosedEventData"];
		};
		TransferClosedEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			/** @enum {string|null} */
			missing: "write_off" | "back" | "claim" | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			reason: string | null;
		};
		TransferCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferCreatedEventData"];
		};
		TransferCreatedEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			/** @description A decimal with at most 6 places. */
			lines: number;
		};
		TransferCreatedEventSubject: {
			/** @enum {unknown} */
			type: "transfer";
			/** Format: uuid */
			id: string;
		};
		TransferGood: {
			/** Format: uuid */
			transfer_line_id: string;
			/** Format: uuid */
			item_id: string;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @description Always received, written off, back and in transit together. */
			shipped_qty: number;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			written_off_qty: number;
			/** @description A decimal with at most 6 places. */
			back_qty: number;
			/** @description A decimal with at most 6 places. */
			in_transit_qty: number;
		};
		TransferLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			item_name: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description Asked for, in base units. */
			qty: number;
			/** Format: uuid */
			receipt_line_id: string | null;
			/** @description Always received, written off, back and in transit together. */
			shipped_qty: number;
			/** @description A decimal with at most 6 places. */
			received_qty: number;
			/** @description A decimal with at most 6 places. */
			written_off_qty: number;
			/** @description A decimal with at most 6 places. */
			back_qty: number;
			/** @description A decimal with at most 6 places. */
			in_transit_qty: number;
		};
		TransferPartiallyReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.partially_received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferPartiallyReceivedEventData"];
		};
		TransferPartiallyReceivedEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			/** Format: uuid */
			receipt_id: string;
		};
		TransferReceivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.received";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferPartiallyReceivedEventData"];
		};
		TransferReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferReleasedEventData"];
		};
		TransferReleasedEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			/** Format: uuid */
			shipment_id: string;
			/** Format: uuid */
			receipt_id: string;
		};
		TransferRow: {
			/** Format: uuid */
			id: string;
			transfer_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			from_warehouse_code: string;
			/** Format: uuid */
			to_warehouse_id: string;
			to_warehouse_code: string;
			/**
			 * Format: uuid
			 * @description What leaves the source, once it is released.
			 */
			shipment_id: string | null;
			shipment_no: string | null;
			/**
			 * Format: uuid
			 * @description What is counted at the destination, once it is released.
			 */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** Format: date */
			expected_date: string | null;
			note: string;
			/**
			 * @description What became of goods that never arrived; those claimed are in transit still.
			 * @enum {string|null}
			 */
			missing: "write_off" | "back" | "claim" | null;
			end_reason: string | null;
			/** @description The name of the token or member that made it. */
			created_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			partially_received_at: string | null;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		TransferShippedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transfer.shipped";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransferCreatedEventSubject"];
			data: components["schemas"]["TransferShippedEventData"];
		};
		TransferShippedEventData: {
			/** Format: uuid */
			transfer_id: string;
			transfer_no: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			/** Format: uuid */
			to_warehouse_id: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed" | null;
			/** Format: uuid */
			shipment_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		TransportOrderAssignedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.assigned";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderDeliveredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.delivered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderDispatchedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.dispatched";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderFreightBilledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.freight_billed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderInTransitEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.in_transit";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderPlannedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.planned";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderPlannedEventData: {
			/** Format: uuid */
			transport_order_id: string;
			transport_no: string;
			/** Format: uuid */
			load_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			/** @enum {string} */
			status: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled" | null;
			/** @enum {string} */
			code?: "dispatched" | "arrived_at_pickup" | "picked_up" | "in_transit" | "arrived_at_stop" | "departed_stop" | "out_for_delivery" | "arrived_at_delivery" | "delivered" | "delayed" | "exception" | "eta_changed";
			occurred_at?: string;
			file_ids?: string[];
			/** Format: uuid */
			bill_id?: string;
		};
		TransportOrderPlannedEventSubject: {
			/** @enum {unknown} */
			type: "transport_order";
			/** Format: uuid */
			id: string;
		};
		TransportOrderPodAddedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.pod_added";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderTenderAcceptedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.tender_accepted";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderTenderDeclinedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.tender_declined";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderTenderExpiredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.tender_expired";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		TransportOrderTrackedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "transport_order.tracked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["TransportOrderPlannedEventSubject"];
			data: components["schemas"]["TransportOrderPlannedEventData"];
		};
		/** unclaim */
		UnclaimMoveInput: {
			/** @constant */
			action: "unclaim";
		};
		/** unclaim */
		UnclaimPickInput: {
			/** @constant */
			action: "unclaim";
		};
		/** unload */
		UnloadInput: {
			/** @constant */
			action: "unload";
		};
		UpdateAccountInput: {
			code?: string;
			name?: string;
			/** @enum {string} */
			type?: "asset" | "liability" | "equity" | "revenue" | "expense";
			/**
			 * @description Must belong to the type: bank and cash are assets, tax is a liability, ...
			 * @enum {string}
			 */
			subtype?: "bank" | "cash" | "receivable" | "inventory" | "prepayment" | "fixed_asset" | "other_asset" | "payable" | "tax" | "deferred" | "other_liability" | "equity" | "retained_earnings" | "service_revenue" | "freight_revenue" | "other_income" | "direct_cost" | "freight_cost" | "overhead" | "other_expense";
			/** Format: uuid */
			parent_id?: string | null;
			/** @description ISO 4217 code. */
			currency?: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
			description?: string;
		};
		UpdateBillingItemInput: {
			name?: string;
			/** @enum {string} */
			category?: "storage" | "receiving" | "handling" | "order" | "pick" | "pack" | "label" | "freight" | "drayage" | "return" | "vas" | "recurring" | "surcharge" | "minimum" | "adjustment";
			/**
			 * @description Unit of measure.
			 * @enum {string}
			 */
			uom?: "unit" | "carton" | "pallet" | "location" | "cbm" | "cuft" | "kg" | "lb" | "cwt" | "order" | "line" | "receipt" | "container" | "shipment" | "label" | "hour" | "day" | "month" | "percent" | "flat";
			/**
			 * Format: uuid
			 * @description The account that revenue of this is posted to.
			 */
			revenue_account_id?: string;
			/**
			 * Format: uuid
			 * @description The account that costs of this are posted to.
			 */
			cost_account_id?: string | null;
			/** @description Whether its lines are taxed. */
			taxable?: boolean;
			tax_code?: string | null;
			/** @description A decimal with at most 6 places. */
			tax_rate?: number;
			/** @description A decimal with at most 6 places. */
			default_rate?: number;
			description?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateBillingRuleInput: {
			name?: string;
			/** @enum {string} */
			effect?: "charge" | "no_charge";
			/** Format: uuid */
			billing_item_id?: string | null;
			/**
			 * @description What is counted of the activity.
			 * @enum {string}
			 */
			quantity_basis?: "document" | "lines" | "units" | "cartons" | "pallets" | "weight_kg" | "volume_cbm" | "containers" | "labels" | "minutes" | "hours" | "cost" | "order_value" | "days";
			/** @description Comparisons that must all hold, over the fields of the event. */
			conditions?: components["schemas"]["BillingRuleConditions"];
			/** Format: uuid */
			merchant_id?: string | null;
			/** Format: uuid */
			warehouse_id?: string | null;
			priority?: number;
			/** @description Of the rules of one group, only the first that fits charges. */
			exclusive_group?: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
			/**
			 * Format: date
			 * @description The first day it holds.
			 */
			effective_from?: string | null;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
		};
		UpdateCarrierAccountInput: {
			name?: string;
			api_url?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
			/** @description What shipments show as their carrier where the answer names none. */
			carrier_code?: string | null;
			/**
			 * @description What the carrier can do when its answer to a purchase is lost: answers (it can be asked by our reference, the default), deduplicates (the same reference again is safe), neither (a person decides).
			 * @enum {string}
			 */
			far_side?: "answers" | "deduplicates" | "neither";
			/** @description generic: {token}; easypost: {api_key}. Stored encrypted and never returned. */
			credentials?: {
				[key: string]: unknown;
			};
			/**
			 * @description ZPL is printed by the hub, PDF by a person. Default zpl.
			 * @enum {string}
			 */
			label_format?: "zpl" | "pdf";
			/** @description The services it may be used for; empty: all. */
			services?: string[];
			/** @description The warehouses it may be used from; empty: all. */
			warehouse_ids?: string[];
			/** @description How long after a lost answer something may still come to be bought there. Until then "not there" is not believed. Default 60. */
			settle_after_seconds?: number;
		};
		UpdateCarrierInput: {
			code?: string;
			name?: string;
			/** @description Standard Carrier Alpha Code, two to four letters. */
			scac?: string | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateChannelInput: {
			code?: string;
			name?: string;
			/** @enum {string} */
			type?: "manual" | "storefront" | "marketplace" | "edi" | "pos" | "api";
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateConnectionInput: {
			name?: string;
			/** @description The domain of the shop. */
			store_domain?: string | null;
			/** @description The address of the store's API: https, without a query. A connection that moves to another one needs its credentials again. */
			api_url?: string | null;
			/** @description Stored encrypted and never returned. */
			credentials?: {
				[key: string]: unknown;
			};
			/** @description What this store signs with, instead of the flow's secret, which all stores of the organization share. Stored encrypted, never returned. */
			webhook_secret?: string | null;
			/** @description What is exchanged with the store. */
			sync_scopes?: ("orders" | "inventory" | "products")[];
			/** @description Without a mapping, use an item with the same SKU. Default true. */
			match_by_sku?: boolean;
			/** @description Held back from the stock the store is told. */
			inventory_buffer?: number;
			/** @description Whether the store is told of stock by itself, where sync_scopes has inventory. Default true. */
			auto_sync?: boolean;
			/** @enum {string} */
			status?: "pending" | "disabled";
		};
		UpdateCountPlanInput: {
			name?: string;
			/** @description Any of those given makes a place due, or an item. */
			cadence?: components["schemas"]["CountPlanCadence"];
			/** @description All of those given must hold; classes and merchants are those of the stock. Default: the whole warehouse. */
			scope?: components["schemas"]["CountPlanScope"];
			/** @description Default 20. */
			tasks_per_day_max?: number;
			/** @description Locations, or items. Default 10. */
			places_per_task?: number;
			/** @description Default true. */
			is_blind?: boolean;
			/**
			 * @description When a task locks its locations. none (default): never, it is counted beside the work.
			 * @enum {string}
			 */
			lock?: "creation" | "start" | "none";
			/** @description Differences within either are posted as they are. Default: none. */
			tolerance?: components["schemas"]["CountPlanTolerance"];
			/** @description How often a line beyond its tolerance is counted again; two equal findings post. Default once, by another person. */
			recount?: components["schemas"]["CountPlanRecount"];
			/** @description Differences above it need approval. Null (default): the organization's count_approval_threshold. */
			approve_above?: number | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateCustomerInput: {
			code?: string;
			name?: string;
			/** Format: email */
			email?: string | null;
			phone?: string | null;
			address?: components["schemas"]["WarehouseAddress"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number;
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id?: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge?: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateEndpointInput: {
			url?: string;
			description?: string;
			/** @description Events by name, kinds like sales_order.*, or * for all. */
			event_types?: string[];
			/** @enum {string} */
			status?: "active" | "disabled";
		};
		UpdateFlowInput: {
			name?: string;
			/** @description The secret the storefront signs with. Recommended for every flow; stored encrypted, never returned. */
			webhook_secret?: string | null;
			conditions?: {
				[key: string]: unknown;
			} | null;
			steps?: components["schemas"]["FlowStep"][];
		};
		UpdateHubInput: {
			name?: string;
			/** Format: uuid */
			warehouse_id?: string | null;
		};
		UpdateItemInput: {
			sku?: string;
			name?: string;
			/** @description Whether each receipt has to name the lot. */
			lot_tracked?: boolean;
			/** @description Whether each receipt has to say when the goods expire. */
			expiry_tracked?: boolean;
			/** @description Whether each unit has a number of its own. */
			serial_tracked?: boolean;
			/** @description Received goods get status hold. */
			qc_hold?: boolean;
			/** @description Goods that expire sooner than this are not allocated to orders. */
			min_remaining_life_days?: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg?: number | null;
			/** @description A decimal with at most 6 places. */
			volume_cbm?: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_carton?: number | null;
			/** @description A decimal with at most 6 places. */
			units_per_pallet?: number | null;
			/** @description A group of items of your own, which rate lines can refer to. */
			item_class?: string;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class?: string;
			/**
			 * @description A is picked most.
			 * @enum {string|null}
			 */
			velocity?: "A" | "B" | "C" | null;
			/** @description Other units, each exactly `factor` base units. When given, the list replaces the present one. */
			uoms?: components["schemas"]["ItemUom"][];
			/** @description When given, the list replaces the present one. A barcode belongs to one item of the merchant. */
			barcodes?: components["schemas"]["ItemBarcode"][];
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateLocationInput: {
			code?: string;
			/** @enum {string} */
			type?: "dock" | "staging" | "cross_dock" | "storage" | "pick" | "transit" | "virtual";
			zone?: string;
			/** @description The order in which pickers walk past the locations. */
			pick_sequence?: number;
			/** @description In stock units; null for no limit. */
			capacity?: number | null;
			/** @description Null for no limit; so are the next two. */
			max_weight_kg?: number | null;
			/** @description A decimal with at most 6 places. */
			max_volume_cbm?: number | null;
			/** @description License plates. */
			max_lpns?: number | null;
			/**
			 * @description What may lie there together: anything (default), one item, or one item of one lot.
			 * @enum {string}
			 */
			mixing?: "any" | "one_item" | "one_lot";
			/**
			 * @description A is for what is picked most.
			 * @enum {string|null}
			 */
			velocity?: "A" | "B" | "C" | null;
			/** @description Metres from a corner of the building, with y_m: for distances. */
			x_m?: number | null;
			/** @description A decimal with at most 6 places. */
			y_m?: number | null;
			/** @description How goods are to be stored; locations and rate lines refer to it. */
			storage_class?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateMappingInput: {
			/** Format: uuid */
			item_id: string;
		};
		UpdateMemberInput: {
			name?: string;
			roles?: ("admin" | "operator" | "accountant" | "viewer" | "hub")[];
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateMerchantInput: {
			code?: string;
			name?: string;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
			bill_to?: components["schemas"]["WarehouseAddress"];
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id?: string | null;
			/** @description New invoices are untaxed and say so: the buyer, whose vat_id they name, pays the tax. */
			reverse_charge?: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdatePalletInput: {
			/** Format: uuid */
			parent_id?: string | null;
			/** @description 18 digits, the last one the check digit. */
			sscc?: string | null;
		};
		UpdatePaperSettingsInput: {
			/** @description Null: the organization's name. */
			legal_name?: string | null;
			address?: components["schemas"]["PaperAddress"];
			/** Format: email */
			email?: string | null;
			website?: string | null;
			/** @description GST, EIN or another number of the tax office, as shown on an invoice. */
			tax_number?: string | null;
			/** @description With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows. */
			vat_id?: string | null;
			registration_no?: string | null;
			bank_name?: string | null;
			/** @description Account number, where an IBAN is not usual. */
			bank_account?: string | null;
			/** @description Routing number or sort code that goes with bank_account. */
			bank_code?: string | null;
			/** @description With it, an invoice in EUR has a QR code that fills in the payment in a banking app (EPC069-12). */
			iban?: string | null;
			/** @description The bank's SWIFT code. */
			bic?: string | null;
			payment_note?: string | null;
			/**
			 * @description Null: the usual size in the country of the address.
			 * @enum {string|null}
			 */
			paper_size?: "A4" | "LETTER" | null;
		};
		UpdatePickFaceInput: {
			/** @description Below it the face is filled up. In base units. */
			min_qty?: number;
			/** @description Never more, with what is on its way. */
			max_qty?: number;
			/** @description It is filled in whole units of this, such as a case. Null: in base units. */
			refill_uom?: string | null;
			/** @description The smallest is filled first. Default 100. */
			priority?: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdatePutawayRuleInput: {
			name?: string;
			/** @description In order; the first place of a step that has room is taken. */
			steps?: components["schemas"]["PutawayRuleStep"][];
			/** @description The smallest is tried first. Default 100. */
			priority?: number;
			/** @description Goods of which all of this is so. Default: all. */
			applies_to?: components["schemas"]["PutawayRuleAppliesTo"];
			/**
			 * @description Whether loose goods may go to several places. A license plate never does.
			 * @enum {string}
			 */
			split?: "allowed" | "never";
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateRateLineInput: {
			/** Format: uuid */
			billing_item_id?: string;
			/**
			 * @description How quantities become amounts.
			 * @enum {string}
			 */
			pricing_model?: "flat" | "per_unit" | "first_additional" | "graduated" | "volume" | "package" | "percent" | "cost_plus";
			/** @description Its place in the document, from 1. */
			line_no?: number;
			description?: string;
			/** @description A decimal with at most 6 places. */
			rate?: number | null;
			/** @description A decimal with at most 6 places. */
			first_qty?: number | null;
			/** @description A decimal with at most 6 places. */
			additional_rate?: number | null;
			/** @description A decimal with at most 6 places. */
			package_size?: number | null;
			/** @description A decimal with at most 6 places. */
			percent?: number | null;
			/**
			 * @description What a percentage is taken of.
			 * @enum {string|null}
			 */
			percent_basis?: "carrier_cost" | "order_value" | "charges_subtotal" | null;
			/** @description Contiguous from 0; the last one has to: null. */
			tiers?: components["schemas"]["BillingRateSheetLineTier"][] | null;
			/**
			 * @description Over what the quantity that decides the tier is added up.
			 * @enum {string|null}
			 */
			tier_window?: "document" | "day" | "period" | null;
			/** @description A decimal with at most 6 places. */
			included_qty?: number | null;
			/** @description A decimal with at most 4 places. */
			min_charge?: number | null;
			/** @description A decimal with at most 4 places. */
			max_charge?: number | null;
			/** @enum {string} */
			min_scope?: "charge" | "document" | "day" | "period";
			/** @description A decimal with at most 6 places. */
			surcharge_percent?: number | null;
			/** Format: uuid */
			surcharge_item_id?: string | null;
			/**
			 * @description At which moments of a period stored stock is counted.
			 * @enum {string|null}
			 */
			storage_method?: "daily" | "calendar_month" | "split_month" | "anniversary" | "average" | "peak" | "period_end" | null;
			/**
			 * @description What is counted of the stock that is stored.
			 * @enum {string|null}
			 */
			storage_basis?: "pallet" | "location" | "unit" | "carton" | "cbm" | "cuft" | "kg" | null;
			split_day?: number;
			/** @description A decimal with at most 6 places. */
			second_half_percent?: number;
			grace_days?: number;
			aging?: components["schemas"]["BillingRateSheetLineAging"][];
			/** Format: uuid */
			match_warehouse_id?: string | null;
			match_storage_class?: string | null;
			match_item_class?: string | null;
			match_carrier_code?: string | null;
			/**
			 * Format: date
			 * @description Default: the sheet's first day.
			 */
			effective_from?: string;
			/**
			 * Format: date
			 * @description The last day it holds; null without an end.
			 */
			effective_to?: string | null;
		};
		UpdateReasonCodeInput: {
			description?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateReasonCodeResult: {
			code: string;
			description: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
		};
		UpdateRetailerInput: {
			code?: string;
			name?: string;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateReturnRuleInput: {
			name?: string;
			/** @description Rules are tried from the lowest up. */
			priority?: number;
			/**
			 * Format: uuid
			 * @description Whose goods. Null: any.
			 */
			merchant_id?: string | null;
			/** @description The class of the item. Null: any. */
			item_class?: string | null;
			/** @description Why the customer sends it back. Null: any. */
			reason_code?: string | null;
			/**
			 * @description What inspection found: such a rule applies to inspected units alone. Null: any, and before inspection.
			 * @enum {string|null}
			 */
			grade?: "A" | "B" | "C" | "D" | null;
			/**
			 * @description The kind of return. Null: any.
			 * @enum {string|null}
			 */
			kind?: "customer" | "undeliverable" | "recall" | "warranty" | null;
			/**
			 * @description never: received units go to available at once. sample: an inspection may look at some of its units. Default always.
			 * @enum {string}
			 */
			inspect?: "always" | "sample" | "never";
			/**
			 * @description What becomes of inspected units when nothing else is said.
			 * @enum {string|null}
			 */
			disposition?: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description How much of their price is credited. Default 100. */
			credit_percent?: number;
			/** @description Comes off the credit, for each unit. Default 0. */
			restocking_fee?: number;
			/**
			 * Format: uuid
			 * @description The billing item that says where the fee is booked.
			 */
			fee_item_id?: string | null;
			/** @description How many days after its goods left a return is authorized by itself. Null: however many. */
			window_days?: number | null;
			/** @description A return is authorized as it is asked for when the rules of all its lines say so. Default false. */
			auto_authorize?: boolean;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateSettingsInput: {
			name?: string;
			/** @enum {string} */
			inventory_mode?: "wms_sync" | "oms_standalone";
			/** @enum {string} */
			reserve_at?: "confirm" | "allocate";
			/** @enum {string} */
			allocation_strategy?: "fefo" | "fifo" | "lifo";
			/**
			 * @description Orders take stock from anywhere by the strategy (default), or from pick locations first, after expiry where an item expires.
			 * @enum {string}
			 */
			pick_from?: "any" | "face_first";
			/**
			 * @description Goods received at a dock or in staging: suggest (default) names places when asked, task plans a move with each scan, off does neither.
			 * @enum {string}
			 */
			putaway?: "off" | "suggest" | "task";
			/**
			 * @description A move that goes over a location's limits is refused, or (default) done with warnings.
			 * @enum {string}
			 */
			capacity_policy?: "refuse" | "warn";
			/** @enum {string} */
			short_policy?: "backorder" | "cancel_rest";
			/** @description ISO 4217 code. */
			base_currency?: string;
			/** @description IANA name, such as America/New_York. */
			time_zone?: string;
			/**
			 * @description How halves of the smallest unit are rounded.
			 * @enum {string}
			 */
			rounding?: "half_up" | "half_even";
			/**
			 * Format: date
			 * @description Nothing is posted on this day or before it.
			 */
			lock_date?: string | null;
			/** @description A decimal with at most 6 places. */
			safety_stock?: number;
			/** @description A decimal with at most 6 places. */
			count_approval_threshold?: number;
			/** @description A picker is asked to count what is left when the ledger has this much of the item there, or less. Default 0. */
			count_below?: number;
			/** @description In base currency: purchase orders above this need approval. Null: none do. */
			purchase_approval_above?: number | null;
			/** @description The prefix GS1 gave the company: SSCC and bill of lading numbers begin with it. */
			gs1_company_prefix?: string;
		};
		UpdateSpotInput: {
			code?: string;
			/**
			 * @description Which appointments a door takes; default both.
			 * @enum {string}
			 */
			direction?: "inbound" | "outbound" | "both";
			/** @description Numbers the subject's events without gaps. */
			sequence?: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateVendorInput: {
			name?: string;
			/** @description Identifying numbers. They are yours: no other organization sees or changes them. */
			identifiers?: components["schemas"]["VendorIdentifiers"];
			/**
			 * Format: uuid
			 * @description The vendor's identity in the directory all organizations share. Default: an identity of its own. To use another one, choose among the vendor's matches, which share its name or numbers.
			 */
			directory_id?: string;
			/** @description Your own code for the vendor; default: derived from the name. */
			code?: string;
			contact?: components["schemas"]["VendorContact"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent?: number | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		UpdateWarehouseInput: {
			code?: string;
			name?: string;
			/** @description IANA time zone; default: the organization's. */
			time_zone?: string;
			address?: components["schemas"]["WarehouseAddress"];
			/** @description Lower numbers are tried first when an order names no warehouse. */
			priority?: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active?: boolean;
		};
		V1AddProofOfDeliveryInput: {
			/** @description PDF, PNG, JPEG, WebP or TIFF, at most 10485760 bytes each. As a form: one part pod_files per file. */
			pod_files: components["schemas"]["V1AddProofOfDeliveryInputPodFile"][];
			/** @description Who signed for the goods on delivery. */
			signed_by?: string;
			/** Format: date-time */
			delivered_at?: string;
		};
		V1AddProofOfDeliveryInputPodFile: {
			filename: string;
			/** @description Checked against what the bytes say. */
			content_type?: string;
			/** @description The bytes in base64. */
			content: string;
		};
		V1AdjustInventoryInput: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description Id or code. */
			warehouse_id: string;
			/** @description Signed change, not zero. */
			qty_delta: number;
			/** @description One of the organization's reason codes, or free text, which is kept as the note of a correction. */
			reason: string;
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. By default the location with the most of the item, else where goods arrive (staging). */
			location_id?: string;
			lot_no?: string;
			/**
			 * @description Default available.
			 * @enum {string}
			 */
			status?: "available" | "hold" | "damaged";
			/** @description The units added or removed, if the item is serial-tracked. */
			serial_nos?: string[];
		};
		V1AdjustInventoryResult: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			item_name: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			lot_no: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
			/** Format: date-time */
			updated_at: string;
			adjustment: components["schemas"]["V1AdjustInventoryResultAdjustment"];
		};
		V1AdjustInventoryResultAdjustment: {
			/** @description A decimal with at most 6 places. */
			qty_before: number;
			/** @description A decimal with at most 6 places. */
			qty_after: number;
			/** @description The entries of the stock ledger that this made. */
			ledger_entry_ids: string[];
		};
		V1AdjustOmsInventoryInput: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description Signed change, not zero. */
			qty_delta: number;
			/** @description One of the organization's reason codes, or free text, which is kept as the note of a correction. */
			reason: string;
			/** @description Id or code. By default the first warehouse by priority. */
			warehouse_id?: string;
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
		};
		V1AnswerTenderInput: {
			/** @enum {string} */
			answer: "accepted" | "declined";
			reason?: string;
		};
		V1Appointment: {
			/** Format: uuid */
			id: string;
			appointment_no: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @enum {string} */
			type: "inbound" | "outbound";
			/** @enum {string} */
			status: "requested" | "scheduled" | "checked_in" | "at_door" | "completed" | "no_show" | "cancelled";
			/**
			 * Format: uuid
			 * @description The dock door.
			 */
			door_id: string | null;
			/** @description The door's code; null while a request awaits approval. */
			door: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			carrier: string;
			/** Format: uuid */
			carrier_id: string | null;
			/** @description The number plate of the truck. */
			plate: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			/** Format: uuid */
			load_id: string | null;
			/** Format: date-time */
			window_start: string;
			/** Format: date-time */
			window_end: string;
			note: string;
			/** Format: uuid */
			recurring_slot_id: string | null;
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string | null;
			/** Format: date-time */
			arrived_at: string | null;
			/** @enum {string|null} */
			punctuality: "early" | "on_time" | "late" | null;
			/** @description Minutes outside the window. */
			minutes_off: number | null;
			/** Format: date-time */
			at_door_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			cancel_reason: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		V1ApproveAppointmentInput: {
			/** @description Id or code of a door. */
			door?: string;
		};
		V1Asn: {
			/** Format: uuid */
			id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description The number of the purchase order. */
			po_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			vendor: string | null;
			/**
			 * Format: uuid
			 * @description The receipt its goods are counted on, once it has arrived.
			 */
			receipt_id: string | null;
			/**
			 * Format: date-time
			 * @description When it is expected to arrive.
			 */
			eta: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			carrier: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			bol_no: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			departed_at: string | null;
			/** Format: date-time */
			arrived_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["V1AsnLine"][];
			cartons: components["schemas"]["V1AsnCarton"][];
			/** @description Every expected arrival ever given, in the order they were given. */
			eta_changes: components["schemas"]["V1AsnEtaChange"][];
		};
		V1AsnCarton: {
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string;
			carton_no: number;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			lines: components["schemas"]["V1AsnLine"][];
		};
		V1AsnEtaChange: {
			/**
			 * Format: date-time
			 * @description When it is expected to arrive.
			 */
			eta: string | null;
			/** Format: date-time */
			previous_eta: string | null;
			reason: string;
			note: string;
			changed_by: string;
			/** Format: date-time */
			changed_at: string;
		};
		V1AsnLine: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
			lot_no: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
		};
		V1AsnRow: {
			/** Format: uuid */
			id: string;
			/** @description The number of the advance shipping notice. */
			asn_no: string;
			/** @enum {string} */
			status: "announced" | "in_transit" | "arrived" | "receiving" | "received" | "closed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			po_id: string | null;
			/** @description The number of the purchase order. */
			po_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			vendor: string | null;
			/**
			 * Format: uuid
			 * @description The receipt its goods are counted on, once it has arrived.
			 */
			receipt_id: string | null;
			/**
			 * Format: date-time
			 * @description When it is expected to arrive.
			 */
			eta: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			carrier: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			bol_no: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			departed_at: string | null;
			/** Format: date-time */
			arrived_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1AssignCarrierInput: {
			/** @description Id or code. */
			carrier_id: string;
			/** @description A decimal with at most 4 places. */
			rate: number;
			/** @description ISO 4217 code. */
			currency?: string;
			/**
			 * Format: date-time
			 * @description The deadline for the answer; without one the carrier has already agreed.
			 */
			expires_at?: string;
		};
		V1BillFreightInput: {
			/** Format: uuid */
			order_id: string;
			/** @description Default: the accepted rate. */
			amount?: number;
			/**
			 * @description Default: weight, else the first of volume, pallets and units known for every item.
			 * @enum {string}
			 */
			basis?: "weight" | "volume" | "pallets" | "units" | "equal";
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no?: string | null;
			/** Format: date */
			bill_date?: string;
			/** @description Base currency for one unit of the currency the carrier agreed to; required if that is another one. */
			exchange_rate?: number;
			/**
			 * Format: uuid
			 * @description The billing item the merchants are charged with; default: the oldest active one in the category freight. Null charges nobody.
			 */
			rebill_item_id?: string | null;
		};
		V1CancelAppointmentInput: {
			reason?: string;
		};
		V1CancelOrderInput: {
			reason?: string;
		};
		V1CancelTransportOrderInput: {
			reason?: string;
		};
		V1ChannelConnection: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			channel_id: string;
			/** Format: uuid */
			merchant_id: string;
			/**
			 * @description The kind of store.
			 * @enum {string}
			 */
			connector: "storefront";
			name: string;
			/** @enum {string} */
			status: "pending" | "active" | "error" | "disabled";
			/** @description The domain of the shop. */
			store_domain: string | null;
			api_url: string | null;
			/** @description Names only: the values are encrypted and never returned. */
			credential_names: string[];
			/** @description What is exchanged with the store. */
			sync_scopes: string[];
			/** @description A decimal with at most 6 places. */
			inventory_buffer: number;
			auto_sync: boolean;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			last_tested_at: string | null;
			/** Format: date-time */
			created_at: string;
		};
		V1CheckInInput: {
			/** @description The number plate of the truck. */
			plate?: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string;
			/** @description The number of the seal on the doors. */
			seal_no?: string;
			driver_name?: string;
			/** @enum {string} */
			content?: "loaded" | "empty" | "unknown";
			note?: string;
			/** Format: date-time */
			occurred_at?: string;
			/** @description Id or code of the spot the trailer is put on. */
			spot?: string;
		};
		V1CloseOrderInput: {
			reason?: string;
		};
		V1ConfirmMoveInput: {
			/** @description How much was carried, if less than planned. */
			qty?: number;
			/** @description Id or code. Where it was put, if elsewhere: needs wms.moves.override and a reason. */
			to_location?: string;
			reason?: string;
		};
		V1Container: {
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @description What is wrong with the number by ISO 6346; it is accepted all the same. */
			warning: string | null;
			/** @enum {string} */
			container_state: "announced" | "on_vessel" | "at_port" | "at_terminal" | "available" | "picked_up" | "at_destination" | "empty" | "returned";
			last_event: components["schemas"]["V1DrayageOrderLastEvent"] | null;
			/**
			 * Format: date
			 * @description At the terminal.
			 */
			last_free_day: string | null;
			clocks: components["schemas"]["V1DrayageOrderClock"][];
			/** Format: uuid */
			drayage_order_id: string;
			order_no: string;
			/** @enum {string} */
			order_status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** @description ISO 6346: size and type of the container, such as 42G1. */
			size_type: string | null;
			/** Format: uuid */
			receipt_id: string | null;
		};
		V1ContainerEvent: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			drayage_order_id: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @enum {string} */
			code: "vessel_loaded" | "vessel_departed" | "vessel_arrived" | "vessel_discharged" | "customs_hold" | "customs_released" | "available" | "last_free_day_set" | "full_out" | "delivered" | "unloaded" | "empty_out" | "empty_in";
			/** @description The event's code in the standard of the Digital Container Shipping Association. */
			dcsa_code: string | null;
			/** @enum {string} */
			classifier: "actual" | "estimated" | "planned";
			/** Format: date-time */
			occurred_at: string;
			location: string | null;
			source: string;
			/** @description The store's own id for it. */
			external_id: string | null;
			/**
			 * Format: date
			 * @description The last day without demurrage at the terminal.
			 */
			last_free_day: string | null;
			/** Format: uuid */
			corrects_event_id: string | null;
			recorded_by: string;
			/** Format: date-time */
			received_at: string;
		};
		V1CreateAppointmentInput: {
			/** @description Id, code or name; one that is not in the catalog is kept as written. */
			carrier: string;
			/** @description The number plate of the truck. */
			plate?: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string;
			/** Format: date-time */
			window_start: string;
			/** Format: date-time */
			window_end: string;
			/** @description Id or code. Default: the first warehouse by priority. */
			warehouse_id?: string;
			/** @enum {string} */
			type?: "inbound" | "outbound";
			/** @description Id or code of a door. Default: the first free one. */
			door?: string;
			/** @description Id or code. */
			merchant_id?: string;
			/** Format: uuid */
			receipt_id?: string;
			/** Format: uuid */
			load_id?: string;
			note?: string;
		};
		V1CreateAsnInput: {
			/**
			 * Format: uuid
			 * @description Given alone, the notice copies what has not been received or announced of the order.
			 */
			po_id?: string;
			/** @description Id or code. The order's by default; required in the 3PL edition without an order. */
			merchant_id?: string;
			/** @description Id or code. By default the order's, else the first warehouse by priority. */
			warehouse_id?: string;
			/** @description Id or code. The order's by default. */
			vendor_id?: string;
			/** @description ISO 8601 date-time, or a day at the warehouse. */
			eta?: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string | null;
			/** @description The number of the seal on the doors. */
			seal_no?: string | null;
			carrier?: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string | null;
			bol_no?: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref?: string | null;
			note?: string;
			/** @description Goods that are not in a carton. */
			lines?: components["schemas"]["V1CreateAsnInputLine"][];
			cartons?: components["schemas"]["V1CreateAsnInputCarton"][];
		};
		V1CreateAsnInputCarton: {
			/** @description Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere. */
			sscc: string;
			/** @description A decimal with at most 3 places. */
			weight_kg?: number | null;
			lines: components["schemas"]["V1CreateAsnInputLine"][];
		};
		V1CreateAsnInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom?: string | null;
			lot_no?: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date?: string | null;
		};
		V1CreateConnectionInput: {
			/** @description Id or code of a channel, or `storefront`: a channel of its own for each store, created if there is none. */
			channel: string;
			/** @description Encrypted before they are stored; never returned. */
			credentials?: {
				[key: string]: unknown;
			};
			/** @description What is exchanged with the store. */
			sync_scopes?: ("orders" | "inventory" | "products")[];
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			name?: string;
			/** @description The value of x-storefront-shop-domain in its webhooks. */
			store_domain?: string;
			/** @description The address of the store's API: https, without a query. */
			api_url?: string;
			/** @description Without a mapping, use an item with the same SKU. Default true. */
			match_by_sku?: boolean;
			/** @description Held back from the stock the channel is told. */
			inventory_buffer?: number;
			/** @description Whether the store is told of stock by itself, where sync_scopes has inventory. Default true. */
			auto_sync?: boolean;
		};
		V1CreateDrayageOrderInput: {
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. Where it is received; by default the first warehouse by priority. */
			warehouse_id?: string;
			/** @description As in ISO 6346; a wrong check digit gives a warning and is accepted. */
			container_no: string;
			/** @description A name (a terminal, a warehouse), or an address. */
			pickup: string | components["schemas"]["WarehouseAddress"];
			/** @description A name (a terminal, a warehouse), or an address. */
			delivery: string | components["schemas"]["WarehouseAddress"];
			/** @description Id or code. */
			carrier_id?: string;
			/** @description The number of the seal on the doors. */
			seal_no?: string;
			/** @description ISO 6346: size and type of the container, such as 42G1. */
			size_type?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			note?: string;
			/** @description Free days at the terminal, from the day after the container is available; default 4. */
			demurrage_free_days?: number;
			/** @description Free days from the day after pickup; default 4. */
			per_diem_free_days?: number;
			/** @description Per day after the free days. */
			demurrage_rate?: number | null;
			/** @description Per day after the free days. */
			per_diem_rate?: number | null;
		};
		V1CreateLoadInput: {
			/** @description Id or code. */
			warehouse_id: string;
			/**
			 * @description Default ltl.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** @description Id or code. */
			carrier_id?: string;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms?: "prepaid" | "collect" | "third_party";
			trailer_no?: string;
			/** @description The number of the seal on the doors. */
			seal_no?: string;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type?: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description How many of them are loaded, not how many pieces are in them. */
			handling_units?: number;
			/** @description A decimal with at most 3 places. */
			weight_kg?: number;
			ship_to?: {
				[key: string]: unknown;
			};
			/** @description The carrier's own number for the movement. An addition, printed on the bill of lading. */
			pro_number?: string;
			/**
			 * @description The NMFC class by which LTL freight is rated. An addition, printed on the bill of lading.
			 * @enum {string}
			 */
			freight_class?: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500";
			/** @description An addition, printed on the bill of lading. */
			goods_description?: string;
			/** @description Who pays the freight if the terms are third_party. An addition, printed on the bill of lading. */
			bill_freight_to?: components["schemas"]["WarehouseAddress"];
			shipment_ids?: string[];
		};
		V1CreateLoadResult: {
			/** Format: uuid */
			id: string;
			load_no: string;
			/** @enum {string} */
			status: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/** @description Standard Carrier Alpha Code: the letters carriers are known by. */
			scac: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms: "prepaid" | "collect" | "third_party";
			trailer_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description How many of them are loaded, not how many pieces are in them. */
			handling_units: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description An addition, printed on the bill of lading. */
			pro_number: string | null;
			/**
			 * @description An addition, printed on the bill of lading.
			 * @enum {string|null}
			 */
			freight_class: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			/** @description An addition, printed on the bill of lading. */
			goods_description: string | null;
			/** @description An addition, printed on the bill of lading. */
			bill_freight_to: {
				[key: string]: unknown;
			};
			/** @description The number of the bill of lading. */
			bol_number: string | null;
			/**
			 * Format: uuid
			 * @description The document; created right after the load shipped.
			 */
			bill_of_lading_id: string | null;
			shipment_count: number;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipments: components["schemas"]["V1CreateLoadResultShipment"][];
		};
		V1CreateLoadResultShipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** Format: uuid */
			order_id: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** @description The number the customer or the channel ordered under. An addition, printed on the bill of lading. */
			po_number: string | null;
		};
		V1CreateMappingInput: {
			/** Format: uuid */
			connection_id: string;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string;
			/** Format: uuid */
			oms_product_id: string;
		};
		V1CreateMoveInput: {
			/** @description Id or plate of a trailer that is in the yard. */
			trailer_id: string;
			/** @description Id or code of the spot it is brought to, which is reserved from now on. */
			to_location: string;
			note?: string;
		};
		V1CreateOrderInput: {
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. The channel the order came through. */
			channel?: string;
			/** @description The channel's own number; unique within a channel. */
			channel_order_no?: string;
			/** @description Id or code. */
			customer_id?: string;
			/** @description Id or code. */
			retailer_id?: string;
			/** @description Id or code. */
			warehouse_id?: string;
			carrier_code?: string;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string;
			/** @description ISO 4217 code. */
			currency?: string;
			ship_to?: components["schemas"]["CreateOrderInputShipTo"];
			/** @description A decimal with at most 4 places. */
			discount?: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee?: number;
			/** @description A decimal with at most 4 places. */
			tax?: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string;
			note?: string;
			lines: components["schemas"]["V1CreateOrderInputLine"][];
		};
		V1CreateOrderInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price?: number;
		};
		V1CreateOrderResult: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** @description Its code. */
			channel: string | null;
			/** Format: uuid */
			channel_id: string | null;
			/** @description The order's number in the sales channel. */
			channel_order_no: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			retailer_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string|null}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier" | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			note: string;
			hold_reasons: ("UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL")[];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			fulfilled_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["V1CreateOrderResultLine"][];
			shipments: components["schemas"]["V1CreateOrderResultShipment"][];
		};
		V1CreateOrderResultLine: {
			/** Format: uuid */
			id: string;
			sku: string | null;
			/** Format: uuid */
			product_id: string | null;
			name: string | null;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @description A decimal with at most 6 places. */
			qty_allocated: number;
			/** @description A decimal with at most 6 places. */
			qty_fulfilled: number;
			/** @description A decimal with at most 6 places. */
			qty_backordered: number;
			/** @description A decimal with at most 6 places. */
			qty_cancelled: number;
		};
		V1CreateOrderResultShipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
		};
		V1CreatePurchaseOrderInput: {
			/** @description Id or code. */
			vendor_id: string;
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. By default the first warehouse by priority. */
			warehouse_id?: string;
			/** @description By default the organization's base currency. */
			currency?: string;
			/** Format: date */
			expected_date?: string;
			/** @description The vendor's own number for it. */
			vendor_ref?: string;
			note?: string;
			lines: components["schemas"]["V1CreatePurchaseOrderInputLine"][];
		};
		V1CreatePurchaseOrderInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A unit of the item; by default the item's base unit. */
			uom?: string;
			/** @description Per unit; zero by default. */
			price?: number;
			/** Format: date */
			expected_date?: string;
		};
		V1CreateReceiptInput: {
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. */
			warehouse_id: string;
			/**
			 * @description Default manual.
			 * @enum {string}
			 */
			source_type?: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description Required if source_type is purchase: the purchase order. With another, an id of your own, kept as it is.
			 */
			source_id?: string;
			/** @description Id or code. */
			vendor_id?: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string;
			/** @description The number of the seal on the doors. */
			seal_no?: string;
			/** Format: date */
			expected_date?: string;
			title?: string;
			/** @description The goods are here as announced: all lines are counted in as they are and the receipt is completed, all or nothing. Each line has a qty then. Needs wms.inbound.receive as well. */
			receive?: boolean;
			lines: components["schemas"]["V1CreateReceiptInputLine"][];
		};
		V1CreateReceiptInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description Expected, in the unit given by uom; omitted for a blind line. */
			qty?: number;
			/** @description Unit of measure. */
			uom?: string;
			lot_no?: string;
			/** @description Only with receive. The pallet the goods are put on: its license plate, created if unknown, or its id. */
			pallet_id?: string;
			/** @description Id or code. Only with receive. By default the pallet's location, else where goods arrive (staging). */
			location_id?: string;
			/**
			 * Format: date
			 * @description Only with receive.
			 */
			manufacture_date?: string;
			/**
			 * Format: date
			 * @description Only with receive.
			 */
			expiry_date?: string;
			/** @description Only with receive: one per unit, if the item is serial-tracked. */
			serial_nos?: string[];
		};
		V1CreateReceiptResult: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string | null;
			title: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: date */
			expected_date: string | null;
			progress: components["schemas"]["InboundReceiptProgress"];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			lines: components["schemas"]["V1CreateReceiptResultLine"][];
			pallets: components["schemas"]["V1CreateReceiptResultPallet"][];
		};
		V1CreateReceiptResultLine: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			/** @description Unit of measure. */
			uom: string;
			lot_no: string | null;
			/** @description Expected; null for a blind line. */
			qty: number | null;
			/** @description A decimal with at most 6 places. */
			qty_received: number;
			/** @description A decimal with at most 6 places. */
			qty_damaged: number;
			/** @description A decimal with at most 6 places. */
			qty_rejected: number;
			/** @description A decimal with at most 6 places. */
			qty_remaining: number;
		};
		V1CreateReceiptResultPallet: {
			/** Format: uuid */
			id: string;
			/** @description The license plate number. */
			pallet_id: string;
			lines: components["schemas"]["V1CreateReceiptResultPalletLine"][];
		};
		V1CreateReceiptResultPalletLine: {
			sku: string;
			lot_no: string | null;
			/** @description In the item's base unit. */
			qty: number;
		};
		V1CreateReturnInput: {
			/**
			 * Format: uuid
			 * @description The order whose goods come back.
			 */
			order_id?: string;
			/**
			 * Format: uuid
			 * @description Or the shipment they left with.
			 */
			shipment_id?: string;
			/** @description Id or code. Required in the 3PL edition without order_id. */
			merchant_id?: string;
			/** @description Id or code. Where the goods come to; by default the warehouse they left from. */
			warehouse_id?: string;
			/**
			 * @description Default customer.
			 * @enum {string}
			 */
			kind?: "customer" | "undeliverable" | "recall" | "warranty";
			channel_return_no?: string;
			/** Format: date */
			expires_on?: string;
			note?: string;
			lines: components["schemas"]["V1CreateReturnInputLine"][];
		};
		V1CreateReturnInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/**
			 * Format: uuid
			 * @description Required if the order has several lines of the SKU.
			 */
			order_line_id?: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** @description One number for each unit. */
			serial_nos?: string[];
			lot_no?: string;
			/**
			 * @description Default refund.
			 * @enum {string}
			 */
			wanted?: "refund" | "replace" | "repair" | "none";
		};
		V1CreateReturnResult: {
			/** Format: uuid */
			id: string;
			return_no: string;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			shipment_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			receipt_no: string | null;
			/** Format: uuid */
			replacement_order_id: string | null;
			channel_return_no: string | null;
			/** Format: date */
			expires_on: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			authorized_at: string | null;
			/** Format: date-time */
			disposed_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			lines: components["schemas"]["V1CreateReturnResultLine"][];
			/** @description What was found of the units, and what became of them. */
			outcomes: components["schemas"]["V1CreateReturnResultOutcome"][];
		};
		V1CreateReturnResultLine: {
			/** Format: uuid */
			id: string;
			sku: string;
			name: string;
			/** Format: uuid */
			order_line_id: string | null;
			/** @description One of the organization's reasons, with its effect on the books. */
			reason_code: string;
			/** @enum {string} */
			wanted: "refund" | "replace" | "repair" | "none";
			lot_no: string | null;
			/** @description One number for each unit. */
			serial_nos: string[];
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			qty_received: number;
			/** @description A decimal with at most 6 places. */
			qty_inspected: number;
			/** @description A decimal with at most 6 places. */
			qty_disposed: number;
			/** @description A decimal with at most 6 places. */
			qty_credited: number;
		};
		V1CreateReturnResultOutcome: {
			/** Format: uuid */
			return_line_id: string;
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/**
			 * @description What an inspection found the goods to be worth.
			 * @enum {string}
			 */
			grade: "A" | "B" | "C" | "D";
			/**
			 * @description Null: they wait on hold.
			 * @enum {string|null}
			 */
			disposition: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish" | null;
			/** @description One number for each unit. */
			serial_nos: string[];
		};
		V1CreateShipmentInput: {
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. */
			warehouse_id: string;
			/**
			 * @description Default parcel.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code?: string;
			/** @description The carrier's service, by the carrier's code. */
			service_code?: string;
			ship_to?: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date?: string;
			lines: components["schemas"]["V1CreateShipmentInputLine"][];
		};
		V1CreateShipmentInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		V1CreateShipmentResult: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** @enum {string} */
			kind: "order" | "direct" | "transfer";
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			ship_to: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["V1CreateShipmentResultLine"][];
		};
		V1CreateShipmentResultLine: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
		};
		V1CreateTransferInput: {
			/** @description Id or code. Required in the 3PL edition. */
			merchant_id?: string;
			/** @description Id or code. */
			from_warehouse_id: string;
			/** @description Id or code. */
			to_warehouse_id: string;
			/**
			 * @description Default ltl.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code?: string;
			/** Format: date */
			expected_date?: string;
			note?: string;
			lines: components["schemas"]["V1CreateShipmentInputLine"][];
		};
		V1CreateTransferResult: {
			/** Format: uuid */
			id: string;
			transfer_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			from_warehouse_code: string;
			/** Format: uuid */
			to_warehouse_id: string;
			to_warehouse_code: string;
			/** Format: uuid */
			shipment_id: string | null;
			shipment_no: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** Format: date */
			expected_date: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			lines: components["schemas"]["V1CreateTransferResultLine"][];
		};
		V1CreateTransferResultLine: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			qty_shipped: number;
			/** @description A decimal with at most 6 places. */
			qty_received: number;
			/** @description A decimal with at most 6 places. */
			qty_in_transit: number;
		};
		V1CreateTransportOrderInput: {
			/** Format: uuid */
			load_id?: string;
			/** @description A name (a terminal, a warehouse), or an address. */
			origin?: string | components["schemas"]["WarehouseAddress"];
			/** @description A name (a terminal, a warehouse), or an address. */
			destination?: string | components["schemas"]["WarehouseAddress"];
			/** @description Id or code. Default: the load's. */
			warehouse_id?: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: date */
			pickup_date?: string;
			/** Format: date */
			delivery_date?: string;
			note?: string;
		};
		V1CreateVendorInput: {
			name: string;
			/** @description Your contact there: a name, or name, email and phone. Visible to you only. */
			contact?: string | components["schemas"]["V1CreateVendorInputContact"];
			/** @description Id or code. Its owner; by default the token's merchant, else the operator. */
			merchant_id?: string;
			code?: string;
			identifiers?: components["schemas"]["VendorIdentifiers"];
			/**
			 * Format: uuid
			 * @description A match by name or number in the shared directory.
			 */
			directory_id?: string;
			/** @description Days from the date of the document until it is due. */
			payment_terms_days?: number;
		};
		V1CreateVendorInputContact: {
			name?: string;
			/** Format: email */
			email?: string;
			phone?: string;
		};
		V1DeliverShipmentInput: {
			/** Format: date-time */
			delivered_at?: string;
			/** @description Who signed for the goods on delivery. */
			signed_by?: string;
		};
		V1DispatchOrderInput: {
			/** @description Id or code. */
			carrier_id?: string;
		};
		V1DrayageOrder: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @enum {string} */
			status: "planned" | "dispatched" | "picked_up" | "delivered" | "completed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			pickup: {
				[key: string]: unknown;
			};
			delivery: {
				[key: string]: unknown;
			};
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** @description ISO 6346: size and type of the container, such as 42G1. */
			size_type: string | null;
			demurrage_free_days: number;
			per_diem_free_days: number;
			/** @description A decimal with at most 4 places. */
			demurrage_rate: number | null;
			/** @description A decimal with at most 4 places. */
			per_diem_rate: number | null;
			/** @description ISO 4217 code. */
			currency: string;
			note: string;
			/** Format: uuid */
			receipt_id: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			dispatched_at: string | null;
			/** Format: date-time */
			picked_up_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string;
			/** @description What is wrong with the number by ISO 6346; it is accepted all the same. */
			warning: string | null;
			/** @enum {string} */
			container_state: "announced" | "on_vessel" | "at_port" | "at_terminal" | "available" | "picked_up" | "at_destination" | "empty" | "returned";
			last_event: components["schemas"]["V1DrayageOrderLastEvent"] | null;
			/**
			 * Format: date
			 * @description At the terminal.
			 */
			last_free_day: string | null;
			clocks: components["schemas"]["V1DrayageOrderClock"][];
		};
		V1DrayageOrderClock: {
			/** @enum {string} */
			kind: "demurrage" | "per_diem";
			/** Format: date */
			starts_on: string | null;
			/**
			 * Format: date
			 * @description The last day without a charge.
			 */
			last_free_on: string | null;
			/** Format: date */
			stops_on: string | null;
			/** @description Beyond the last free day, up to the day the clock stopped or today. */
			chargeable_days: number;
			/** Format: date-time */
			computed_at: string;
		};
		V1DrayageOrderLastEvent: {
			/** @enum {string} */
			code: "vessel_loaded" | "vessel_departed" | "vessel_arrived" | "vessel_discharged" | "customs_hold" | "customs_released" | "available" | "last_free_day_set" | "full_out" | "delivered" | "unloaded" | "empty_out" | "empty_in";
			/** @enum {string} */
			classifier: "actual" | "estimated" | "planned";
			/** Format: date-time */
			occurred_at: string;
			location: string | null;
		};
		V1FreeSlots: {
			/** Format: uuid */
			warehouse_id: string;
			slots: components["schemas"]["V1FreeSlotsSlot"][];
		};
		V1FreeSlotsSlot: {
			/**
			 * Format: uuid
			 * @description The dock door.
			 */
			door_id: string;
			door: string;
			/** Format: date-time */
			window_start: string;
			/** Format: date-time */
			window_end: string;
		};
		V1FreightBill: {
			/** Format: uuid */
			id: string;
			/** @description Assigned when accounting approves it. */
			bill_no: string | null;
			/** @description The number on the vendor's own bill; the same one is not entered twice. */
			vendor_bill_no: string | null;
			/** @enum {string} */
			status: "draft" | "open" | "partially_paid" | "paid" | "void";
			/** Format: uuid */
			carrier_id: string;
			carrier: string;
			/** Format: uuid */
			order_id: string | null;
			transport_no: string | null;
			/** Format: uuid */
			load_id: string | null;
			currency: string;
			/** Format: date */
			bill_date: string;
			/** Format: date */
			due_date: string;
			/** @description The agreed rate. */
			expected_total: number | null;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** @description A decimal with at most 4 places. */
			amount_due: number;
			/** @description By what a cost is divided among merchants. */
			split_basis: string | null;
			/** @description The parts by merchant, exact to the cent, with the basis they were split on. */
			splits: components["schemas"]["V1FreightBillSplit"][];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		V1FreightBillSplit: {
			/** Format: uuid */
			merchant_id: string;
			/** @description A decimal with at most 6 places. */
			basis_qty: number;
			/** @description A decimal with at most 10 places. */
			share: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** @enum {string} */
			rebill_status: "pending" | "charged" | "not_rebillable";
		};
		V1GateEntry: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @enum {string} */
			direction: "in" | "out";
			/** @description The number plate of the truck. */
			plate: string;
			/** Format: uuid */
			trailer_id: string;
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			driver_name: string | null;
			note: string;
			/** Format: date-time */
			occurred_at: string;
			recorded_by: string;
			/** Format: date-time */
			created_at: string;
		};
		V1Inventory: {
			/** Format: uuid */
			id: string;
			sku: string;
			/** Format: uuid */
			item_id: string;
			item_name: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			location_id: string;
			location: string;
			lot_no: string | null;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date: string | null;
			/** @enum {string} */
			status: "available" | "allocated" | "hold" | "damaged" | "in_transit";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description Unit of measure. */
			uom: string;
			/** Format: date-time */
			updated_at: string;
		};
		V1Load: {
			/** Format: uuid */
			id: string;
			load_no: string;
			/** @enum {string} */
			status: "planned" | "loading" | "loaded" | "shipped" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/** @description Standard Carrier Alpha Code: the letters carriers are known by. */
			scac: string | null;
			/**
			 * @description Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.
			 * @enum {string}
			 */
			freight_terms: "prepaid" | "collect" | "third_party";
			trailer_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/**
			 * @description What the goods stand on or in when they are loaded.
			 * @enum {string}
			 */
			handling_unit_type: "pallet" | "carton" | "crate" | "drum" | "loose";
			/** @description How many of them are loaded, not how many pieces are in them. */
			handling_units: number | null;
			/** @description A decimal with at most 6 places. */
			weight_kg: number | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description An addition, printed on the bill of lading. */
			pro_number: string | null;
			/**
			 * @description An addition, printed on the bill of lading.
			 * @enum {string|null}
			 */
			freight_class: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | null;
			/** @description An addition, printed on the bill of lading. */
			goods_description: string | null;
			/** @description An addition, printed on the bill of lading. */
			bill_freight_to: {
				[key: string]: unknown;
			};
			/** @description The number of the bill of lading. */
			bol_number: string | null;
			/**
			 * Format: uuid
			 * @description The document; created right after the load shipped.
			 */
			bill_of_lading_id: string | null;
			shipment_count: number;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1Move: {
			/** Format: uuid */
			id: string;
			move_no: string;
			/** @enum {string} */
			kind: "putaway" | "replenish" | "reslot" | "consolidate";
			/** @enum {string} */
			status: "open" | "assigned" | "in_progress" | "done" | "cancelled";
			priority: number;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @description Null for a license plate with several items. */
			sku: string | null;
			lot_no: string | null;
			/** @description The license plate number of the pallet. */
			pallet_lpn: string | null;
			/** @enum {string} */
			stock_status: "available" | "hold" | "damaged";
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			done_qty: number | null;
			from_location: string;
			to_location: string;
			/** Format: uuid */
			wave_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			assignee: string | null;
			end_reason: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
		};
		V1Movement: {
			/** Format: uuid */
			id: string;
			move_no: string;
			/** @enum {string} */
			status: "pending" | "in_progress" | "completed" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			trailer_id: string;
			/** @description The number plate of the truck. */
			plate: string;
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/** Format: uuid */
			from_spot_id: string | null;
			from_location: string | null;
			/** Format: uuid */
			to_spot_id: string;
			to_location: string;
			note: string;
			requested_by: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			started_at: string | null;
			/** Format: date-time */
			finished_at: string | null;
		};
		V1OmsInventory: {
			/** Format: uuid */
			product_id: string;
			sku: string;
			name: string;
			/** Format: uuid */
			merchant_id: string;
			/**
			 * Format: uuid
			 * @description Null means all warehouses.
			 */
			warehouse_id: string | null;
			/**
			 * @description oms: kept here, in standalone mode; wms: synced from the WMS.
			 * @enum {string}
			 */
			source: "oms" | "wms";
			/** @description Stock that can be promised. */
			qty_available: number;
			/** @description A decimal with at most 6 places. */
			qty_promised: number;
			/** @description A decimal with at most 6 places. */
			safety_stock: number;
			/** @description Available to promise: available minus promised minus safety stock. */
			qty_atp: number;
		};
		V1OpenWaveInput: {
			/** @description Id or code. */
			warehouse_id: string;
			/**
			 * @description Default parcel.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** @description A wave of only these. By default the open wave of the warehouse, ship mode and cutoff, with what is waiting. */
			shipment_ids?: string[];
			/**
			 * Format: date-time
			 * @description Shipments committed after this moment go to a later wave.
			 */
			cutoff?: string;
		};
		V1OpenWaveResult: {
			/** Format: uuid */
			id: string;
			wave_no: string;
			/** @enum {string} */
			status: "open" | "released" | "picking" | "completed" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: date-time */
			cutoff: string | null;
			shipment_count: number;
			pick_task_count: number;
			pick_tasks_left: number;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipments: components["schemas"]["V1OpenWaveResultShipment"][];
			excluded: components["schemas"]["V1OpenWaveResultExcluded"][];
		};
		V1OpenWaveResultExcluded: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			reason: "already_picked" | "order_on_hold" | "location_locked" | "nothing_to_pick" | "joined_late";
		};
		V1OpenWaveResultShipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
		};
		V1Operation: {
			/**
			 * Format: uuid
			 * @description Follow it at /api/operations/{id}.
			 */
			operation_id: string;
			/** @enum {string} */
			state: "accepted" | "done" | "refused" | "failed";
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			finished_at: string | null;
			/** @description If done: the id of what was created or changed, among other fields. */
			result?: unknown;
			/** @description If refused or failed: code, message and details. */
			error?: unknown;
		};
		V1Order: {
			/** Format: uuid */
			id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			vendor: string | null;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** Format: date */
			expected_date: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref: string | null;
			note: string;
			version: number;
			waits_for_approval: boolean;
			/** Format: date-time */
			approved_at: string | null;
			approved_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			end_reason: string | null;
			/**
			 * Format: uuid
			 * @description The newest of its receipts.
			 */
			receipt_id: string | null;
			lines: components["schemas"]["V1OrderLine"][];
			receipts: components["schemas"]["V1OrderReceipt"][];
		};
		V1OrderLine: {
			/** Format: uuid */
			id: string;
			/** @description Its place in the document, from 1. */
			line_no: number;
			/** Format: uuid */
			item_id: string;
			sku: string;
			/** @description Unit of measure. */
			uom: string;
			/** @description A decimal with at most 6 places. */
			qty: number;
			/** @description A decimal with at most 6 places. */
			price: number;
			/** @description A decimal with at most 4 places. */
			amount: number;
			/** Format: date */
			expected_date: string | null;
			/** @description Net of corrections, good and damaged, over all receipts of the order. */
			qty_received: number;
			/** @description Still expected on receipts that can be counted. */
			qty_expected: number;
			/** @description Ordered, neither received nor given up. */
			qty_open: number;
			/** @description Given up: ordered but not received when the order ended. */
			qty_cancelled: number;
		};
		V1OrderReceipt: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/** Format: date-time */
			created_at: string;
		};
		V1OrderRow: {
			/** Format: uuid */
			id: string;
			order_no: string;
			/** @enum {string} */
			status: "draft" | "pending_review" | "confirmed" | "allocated" | "released" | "partially_fulfilled" | "fulfilled" | "delivered" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** @description Its code. */
			channel: string | null;
			/** Format: uuid */
			channel_id: string | null;
			/** @description The order's number in the sales channel. */
			channel_order_no: string | null;
			/** Format: uuid */
			customer_id: string | null;
			/** Format: uuid */
			retailer_id: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string|null}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier" | null;
			ship_to: {
				[key: string]: unknown;
			};
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			subtotal: number;
			/** @description A decimal with at most 4 places. */
			discount: number;
			/** @description A decimal with at most 4 places. */
			shipping_fee: number;
			/** @description A decimal with at most 4 places. */
			tax: number;
			/** @description A decimal with at most 4 places. */
			total: number;
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			note: string;
			hold_reasons: ("UNMAPPED_SKU" | "OUT_OF_STOCK" | "INVALID_ADDRESS" | "PAYMENT" | "MANUAL")[];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			fulfilled_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1OrderTracking: {
			/** Format: uuid */
			order_id: string;
			transport_no: string;
			/** @enum {string} */
			status: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled";
			carrier: string | null;
			/** Format: date-time */
			tracked_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			events: components["schemas"]["V1OrderTrackingEvent"][];
		};
		V1OrderTrackingEvent: {
			/** Format: uuid */
			id: string;
			/** @enum {string} */
			code: "dispatched" | "arrived_at_pickup" | "picked_up" | "in_transit" | "arrived_at_stop" | "departed_stop" | "out_for_delivery" | "arrived_at_delivery" | "delivered" | "delayed" | "exception" | "eta_changed";
			/** Format: date-time */
			occurred_at: string;
			/** Format: date-time */
			received_at: string;
			location: string | null;
			note: string;
			source: string;
			/** @description The store's own id for it. */
			external_id: string | null;
			/**
			 * @description The state it moved the order to, if any.
			 * @enum {string|null}
			 */
			moved_to: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled" | null;
		};
		V1ProductMapping: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			connection_id: string;
			/** Format: uuid */
			merchant_id: string;
			/** @description The SKU as the sales channel calls the product. */
			channel_sku: string;
			/** Format: uuid */
			oms_product_id: string;
			sku: string;
			/** Format: date-time */
			created_at: string;
		};
		V1PurchaseOrder: {
			/** Format: uuid */
			id: string;
			/** @description The number of the purchase order. */
			po_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "partially_received" | "received" | "closed" | "cancelled";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			vendor_id: string;
			vendor: string | null;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @description ISO 4217 code. */
			currency: string;
			/** @description A decimal with at most 4 places. */
			total: number;
			/** Format: date */
			expected_date: string | null;
			/** @description The vendor's own number for it. */
			vendor_ref: string | null;
			note: string;
			version: number;
			waits_for_approval: boolean;
			/** Format: date-time */
			approved_at: string | null;
			approved_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			end_reason: string | null;
		};
		V1Receipt: {
			/** Format: uuid */
			id: string;
			receipt_no: string;
			/** @enum {string} */
			status: "imported" | "new" | "checked_in" | "receiving" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** @enum {string} */
			source_type: "purchase" | "manual" | "portal" | "drayage" | "return";
			/**
			 * Format: uuid
			 * @description The document it was made from.
			 */
			source_id: string | null;
			title: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** Format: uuid */
			vendor_id: string | null;
			/** Format: date */
			expected_date: string | null;
			progress: components["schemas"]["InboundReceiptProgress"];
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
		};
		V1ReceiveAllReceiveInput: {
			lines: components["schemas"]["V1ReceiveAllReceiveInputLine"][];
		};
		V1ReceiveAllReceiveInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description The increment of this call, in the line's unit. */
			qty_received: number;
			/** @description The pallet the goods are put on: its license plate, created if unknown, or its id. Without it the goods are loose. */
			pallet_id?: string;
			/** @description Id or code. By default the pallet's location, else where goods arrive (staging). */
			location_id?: string;
			lot_no?: string;
			/**
			 * Format: date
			 * @description The day the goods were made.
			 */
			manufacture_date?: string;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date?: string;
			/** @description One per unit, if the item is serial-tracked. */
			serial_nos?: string[];
		};
		V1ReceiveReturnInput: {
			lines: components["schemas"]["V1ReceiveReturnInputLine"][];
			/** @description The rest does not come: the counting ends. */
			complete?: boolean;
		};
		V1ReceiveReturnInputLine: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description In the item's base unit. */
			qty: number;
			/**
			 * @description Default A.
			 * @enum {string}
			 */
			grade?: "A" | "B" | "C" | "D";
			/**
			 * @description Default: what the rule of the units says, else they wait on hold.
			 * @enum {string}
			 */
			disposition?: "restock" | "downgrade" | "scrap" | "quarantine" | "vendor" | "refurbish";
			/** @description Why they are scrapped; default: return. */
			reason_code?: string;
			/** @description Id or code. By default where goods arrive (staging). */
			location_id?: string;
			lot_no?: string;
			/**
			 * Format: date
			 * @description The last day on which the goods may be used.
			 */
			expiry_date?: string;
			/** @description One number for each unit. */
			serial_nos?: string[];
		};
		V1ReceiveWmsAllInput: {
			lines: components["schemas"]["V1ReceiveAllReceiveInputLine"][];
		};
		V1RecordContainerEventInput: {
			/** @description Id or code. Whose trip, if several merchants share the container. */
			merchant_id?: string;
			/** @enum {string} */
			code: "vessel_loaded" | "vessel_departed" | "vessel_arrived" | "vessel_discharged" | "customs_hold" | "customs_released" | "available" | "last_free_day_set" | "full_out" | "delivered" | "unloaded" | "empty_out" | "empty_in";
			/** @description The DCSA code; filled in when omitted. */
			dcsa_code?: string;
			/**
			 * @description Default actual.
			 * @enum {string}
			 */
			classifier?: "actual" | "estimated" | "planned";
			/** Format: date-time */
			occurred_at: string;
			location?: string | null;
			/** @description The source of the report; default manual. */
			source?: string;
			/** @description The source's own id of the event: sending it again changes nothing. */
			external_id?: string;
			/**
			 * Format: date
			 * @description The last free day stated by the terminal.
			 */
			last_free_day?: string | null;
			/**
			 * Format: uuid
			 * @description The event of the same trip that this one replaces.
			 */
			corrects_event_id?: string | null;
		};
		V1RecordGateEntryInput: {
			/** @description The number plate of the truck. */
			plate: string;
			/** @enum {string} */
			direction: "in" | "out";
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id?: string;
			/** @description Id or code. Default: the appointment's, else the first warehouse by priority. */
			warehouse_id?: string;
			/** @description Id or code. */
			merchant_id?: string;
			carrier?: string;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no?: string;
			/** @description The number of the seal on the doors. */
			seal_no?: string;
			driver_name?: string;
			/** @enum {string} */
			content?: "loaded" | "empty" | "unknown";
			note?: string;
			/** Format: date-time */
			occurred_at?: string;
			/** @description Id or code of the spot the trailer is put on. */
			spot?: string;
		};
		V1RecordTrackingInput: {
			/** @enum {string} */
			code: "dispatched" | "arrived_at_pickup" | "picked_up" | "in_transit" | "arrived_at_stop" | "departed_stop" | "out_for_delivery" | "arrived_at_delivery" | "delivered" | "delayed" | "exception" | "eta_changed";
			/** Format: date-time */
			occurred_at: string;
			location?: string | null;
			note?: string;
			/** @description Who reports; default manual. */
			source?: string;
			/** @description The reporter's own id: sending one again changes nothing. */
			external_id?: string;
			/** @description Who signed for the goods on delivery. */
			signed_by?: string;
		};
		V1ReleaseToWmsInput: {
			/** @description Id or code. By default the order's, else one that covers all lines, else as few shipments as possible. */
			warehouse_id?: string;
			/**
			 * @description Default parcel.
			 * @enum {string}
			 */
			ship_mode?: "parcel" | "ltl" | "tl" | "pickup" | "courier";
		};
		V1ReleaseWaveInput: {
			/** Format: uuid */
			wave_id: string;
		};
		V1RescheduleAppointmentInput: {
			/** Format: date-time */
			window_start: string;
			/** Format: date-time */
			window_end: string;
			/** @description Id or code of a door. */
			door?: string;
		};
		V1Return: {
			/** Format: uuid */
			id: string;
			return_no: string;
			/** @enum {string} */
			status: "requested" | "authorized" | "receiving" | "rejected" | "cancelled" | "expired" | "inspecting" | "disposed" | "closed";
			/** @enum {string} */
			kind: "customer" | "undeliverable" | "recall" | "warranty";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			shipment_id: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			receipt_no: string | null;
			/** Format: uuid */
			replacement_order_id: string | null;
			channel_return_no: string | null;
			/** Format: date */
			expires_on: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			authorized_at: string | null;
			/** Format: date-time */
			disposed_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
		};
		V1SetAsnEtaInput: {
			/** @description ISO 8601 date-time, or a day at the warehouse. */
			eta: string;
			/** @enum {string} */
			reason?: "announced" | "carrier" | "port" | "weather" | "customs" | "vendor" | "other";
			note?: string;
		};
		V1Shipment: {
			/** Format: uuid */
			id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/** @enum {string} */
			kind: "order" | "direct" | "transfer";
			/** Format: uuid */
			order_id: string | null;
			order_no: string | null;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** @description The carrier's service, by the carrier's code. */
			service_code: string | null;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no: string | null;
			ship_to: {
				[key: string]: unknown;
			};
			/**
			 * Format: date
			 * @description The day by which the goods have to leave.
			 */
			required_ship_date: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			shipped_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1ShipShipmentInput: {
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			carrier_code?: string;
			/** @description The serials that leave. For serial-tracked units not named, the oldest in stock are presumed. */
			serials?: components["schemas"]["V1ShipShipmentInputSerial"][];
		};
		V1ShipShipmentInputSerial: {
			/** @description The SKU of an item. */
			sku: string;
			/** @description One number for each unit. */
			serial_nos: string[];
		};
		V1ShipTransferInput: {
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			carrier_code?: string;
			/** @description The serials that leave. For serial-tracked units not named, the oldest in stock are presumed. */
			serials?: components["schemas"]["V1ShipShipmentInputSerial"][];
		};
		V1SyncInventoryInput: {
			/** Format: uuid */
			connection_id: string;
		};
		V1SyncInventoryResult: {
			/** Format: uuid */
			connection_id: string;
			/** @description SKUs that changed and are queued by this request. */
			queued: number;
			/** @description SKUs for which nothing new was queued. */
			unchanged: number;
			/** @description SKUs that the store has not been told yet as they are now, the queued included. */
			pending: number;
			unmapped: number;
		};
		V1SyncProductsInput: {
			/** Format: uuid */
			connection_id: string;
			product_ids?: string[];
		};
		V1TestConnectionResult: {
			/** Format: uuid */
			connection_id: string;
			/** @enum {string} */
			status: "pending" | "active" | "error" | "disabled";
			ok: boolean;
			steps: components["schemas"]["V1TestConnectionResultStep"][];
		};
		V1TestConnectionResultStep: {
			step: string;
			ok: boolean;
			message: string;
		};
		V1TmsOrder: {
			/** Format: uuid */
			id: string;
			transport_no: string;
			/** @enum {string} */
			status: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled";
			/** Format: uuid */
			load_id: string | null;
			load_no: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			warehouse_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			origin: {
				[key: string]: unknown;
			};
			destination: {
				[key: string]: unknown;
			};
			/** Format: date */
			pickup_date: string | null;
			/** Format: date */
			delivery_date: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/**
			 * @description The carrier's answer to the current offer.
			 * @enum {string|null}
			 */
			tender_status: "offered" | "accepted" | "declined" | "expired" | "withdrawn" | null;
			/** Format: date-time */
			tender_expires_at: string | null;
			/** @description What the carrier was offered; null for a token of one merchant. */
			rate: number | null;
			currency: string | null;
			/** Format: date-time */
			tracked_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			pod_count: number;
			note: string;
			cancel_reason: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			assigned_at: string | null;
			/** Format: date-time */
			dispatched_at: string | null;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			tenders: components["schemas"]["V1TmsOrderTender"][];
			pod_files: components["schemas"]["V1TmsOrderPodFile"][];
		};
		V1TmsOrderPodFile: {
			/** Format: uuid */
			id: string;
			filename: string;
			/** @enum {string} */
			content_type: "application/pdf" | "image/png" | "image/jpeg" | "image/webp" | "image/tiff";
			size_bytes: number;
			sha256: string;
			uploaded_by: string;
			/** Format: date-time */
			uploaded_at: string;
		};
		V1TmsOrderRow: {
			/** Format: uuid */
			id: string;
			transport_no: string;
			/** @enum {string} */
			status: "planned" | "assigned" | "dispatched" | "in_transit" | "delivered" | "completed" | "cancelled";
			/** Format: uuid */
			load_id: string | null;
			load_no: string | null;
			/** Format: uuid */
			warehouse_id: string | null;
			warehouse_code: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			origin: {
				[key: string]: unknown;
			};
			destination: {
				[key: string]: unknown;
			};
			/** Format: date */
			pickup_date: string | null;
			/** Format: date */
			delivery_date: string | null;
			/** Format: uuid */
			carrier_id: string | null;
			carrier: string | null;
			/**
			 * @description The carrier's answer to the current offer.
			 * @enum {string|null}
			 */
			tender_status: "offered" | "accepted" | "declined" | "expired" | "withdrawn" | null;
			/** Format: date-time */
			tender_expires_at: string | null;
			/** @description What the carrier was offered; null for a token of one merchant. */
			rate: number | null;
			currency: string | null;
			/** Format: date-time */
			tracked_at: string | null;
			/** Format: date-time */
			delivered_at: string | null;
			/** @description Who signed for the goods on delivery. */
			signed_by: string | null;
			pod_count: number;
			note: string;
			cancel_reason: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			assigned_at: string | null;
			/** Format: date-time */
			dispatched_at: string | null;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1TmsOrderTender: {
			/** Format: uuid */
			id: string;
			tender_no: number;
			/** Format: uuid */
			carrier_id: string;
			carrier: string;
			/** @description A decimal with at most 4 places. */
			rate: number;
			currency: string;
			/** @enum {string} */
			status: "offered" | "accepted" | "declined" | "expired" | "withdrawn";
			reason: string | null;
			/** Format: date-time */
			offered_at: string;
			/** Format: date-time */
			expires_at: string | null;
			/** Format: date-time */
			answered_at: string | null;
		};
		V1ToDoorInput: {
			/** @description Id or code of a door. */
			door?: string;
		};
		V1Transfer: {
			/** Format: uuid */
			id: string;
			transfer_no: string;
			/** @enum {string} */
			status: "draft" | "released" | "in_transit" | "cancelled" | "partially_received" | "received" | "closed";
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			from_warehouse_id: string;
			from_warehouse_code: string;
			/** Format: uuid */
			to_warehouse_id: string;
			to_warehouse_code: string;
			/** Format: uuid */
			shipment_id: string | null;
			shipment_no: string | null;
			/** Format: uuid */
			receipt_id: string | null;
			receipt_no: string | null;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			carrier_code: string | null;
			/** Format: date */
			expected_date: string | null;
			note: string;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			in_transit_at: string | null;
			/** Format: date-time */
			received_at: string | null;
			/** Format: date-time */
			closed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1Vendor: {
			/** Format: uuid */
			id: string;
			/**
			 * Format: uuid
			 * @description Its identity in the directory all organizations share.
			 */
			directory_id: string;
			/** Format: uuid */
			merchant_id: string | null;
			code: string;
			name: string;
			identifiers: {
				[key: string]: unknown;
			};
			contact: {
				[key: string]: unknown;
			};
			/** @description Days from the date of the document until it is due. */
			payment_terms_days: number | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		V1Visit: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/** Format: uuid */
			trailer_id: string;
			/** @description The number plate of the truck. */
			plate: string;
			carrier: string | null;
			/** Format: uuid */
			merchant_id: string | null;
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id: string | null;
			is_walk_in: boolean;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @description The number of the seal on the doors. */
			seal_no: string | null;
			/** @enum {string} */
			content: "loaded" | "empty" | "unknown";
			/**
			 * Format: uuid
			 * @description The place in the yard.
			 */
			spot_id: string | null;
			spot: string | null;
			/** Format: date-time */
			arrived_at: string;
			/** Format: date-time */
			departed_at: string | null;
			dwell_minutes: number;
			free_minutes: number;
			/** @description Minutes beyond the free ones, so far or in total; billable. */
			detention_minutes: number;
		};
		V1Wave: {
			/** Format: uuid */
			id: string;
			wave_no: string;
			/** @enum {string} */
			status: "open" | "released" | "picking" | "completed" | "cancelled";
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: date-time */
			cutoff: string | null;
			shipment_count: number;
			pick_task_count: number;
			pick_tasks_left: number;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
		};
		V1YardMap: {
			/** Format: date-time */
			at: string;
			counts: components["schemas"]["V1YardMapCounts"];
			spots: components["schemas"]["V1YardMapSpot"][];
			unparked: components["schemas"]["V1YardMapUnparked"][];
		};
		V1YardMapCounts: {
			free: number;
			reserved: number;
			occupied: number;
			out_of_service: number;
		};
		V1YardMapSpot: {
			/**
			 * Format: uuid
			 * @description The place in the yard.
			 */
			spot_id: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			code: string;
			/** @enum {string} */
			kind: "door" | "parking" | "staging";
			/** @enum {string} */
			state: "free" | "reserved" | "occupied" | "out_of_service";
			/** Format: uuid */
			trailer_id: string | null;
			/** @description The number plate of the truck. */
			plate: string | null;
			carrier: string | null;
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string | null;
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id: string | null;
			/** @description ISO 6346: four letters, six digits and the check digit. */
			container_no: string | null;
			/** @enum {string|null} */
			content: "loaded" | "empty" | "unknown" | null;
			dwell_minutes: number | null;
			reserved_by: string | null;
			closed_for: string | null;
		};
		V1YardMapUnparked: {
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/** Format: uuid */
			trailer_id: string;
			/** @description The number plate of the truck. */
			plate: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: date-time */
			arrived_at: string;
		};
		/** @description One entry of the details of VALIDATION_FAILED. */
		ValidationProblem: {
			/** @description Dotted path from the body's root. */
			path: string;
			code: string;
			message: string;
		};
		Vendor: {
			/** Format: uuid */
			id: string;
			name: string;
			/**
			 * Format: uuid
			 * @description The owner, which never changes. Default: the token's merchant, else the standard edition's own, else the operator (null), whose records any merchant's documents may name.
			 */
			merchant_id: string | null;
			/** @description Identifying numbers. They are yours: no other organization sees or changes them. */
			identifiers: components["schemas"]["VendorIdentifiers"];
			/**
			 * Format: uuid
			 * @description The vendor's identity in the directory all organizations share. Default: an identity of its own. To use another one, choose among the vendor's matches, which share its name or numbers.
			 */
			directory_id: string;
			/** @description Your own code for the vendor; default: derived from the name. */
			code: string;
			contact: components["schemas"]["VendorContact"];
			/** @description Days from the date of the document until it is due. */
			payment_terms_days: number | null;
			/** @description A decimal with at most 3 places. */
			over_receipt_tolerance_percent: number | null;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		VendorChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "vendor.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["VendorCreatedEventSubject"];
			data: Record<string, never>;
		};
		VendorContact: {
			name?: string;
			/** Format: email */
			email?: string;
			phone?: string;
		};
		VendorCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "vendor.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["VendorCreatedEventSubject"];
			data: Record<string, never>;
		};
		VendorCreatedEventSubject: {
			/** @enum {unknown} */
			type: "vendor";
			/** Format: uuid */
			id: string;
		};
		VendorIdentifiers: {
			gln?: string;
			duns?: string;
			website?: string;
		};
		VendorMatches: {
			/** Format: uuid */
			vendor_id: string;
			/** Format: uuid */
			directory_id: string;
			matches: components["schemas"]["VendorMatchesMatch"][];
		};
		VendorMatchesMatch: {
			/** Format: uuid */
			directory_id: string;
			matched_by: ("name" | "gln" | "duns")[];
		};
		/** void */
		VoidBillInput: {
			/** @constant */
			action: "void";
			reason: string;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date?: string;
		};
		/** void */
		VoidInvoiceInput: {
			/** @constant */
			action: "void";
			reason: string;
			/**
			 * Format: date
			 * @description The date of the entry that takes the document out of the books.
			 */
			void_date?: string;
		};
		/** void */
		VoidLabelInput: {
			/** @constant */
			action: "void";
		};
		Warehouse: {
			/** Format: uuid */
			id: string;
			code: string;
			name: string;
			/** @description IANA time zone; default: the organization's. */
			time_zone: string;
			address: components["schemas"]["WarehouseAddress"];
			/** @description Lower numbers are tried first when an order names no warehouse. */
			priority: number;
			/** @description False: kept for what refers to it, and offered no longer. */
			is_active: boolean;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		WarehouseAddress: {
			name?: string;
			address?: string;
			city?: string;
			state?: string;
			postal?: string;
			country?: string;
			phone?: string;
		};
		WarehouseChangedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "warehouse.changed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WarehouseCreatedEventSubject"];
			data: Record<string, never>;
		};
		WarehouseCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "warehouse.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WarehouseCreatedEventSubject"];
			data: Record<string, never>;
		};
		WarehouseCreatedEventSubject: {
			/** @enum {unknown} */
			type: "warehouse";
			/** Format: uuid */
			id: string;
		};
		Wave: {
			/** Format: uuid */
			id: string;
			wave_no: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: date-time */
			cutoff: string | null;
			is_manual: boolean;
			/** @enum {string} */
			status: "open" | "released" | "picking" | "completed" | "cancelled";
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			picking_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipment_count: number;
			pick_task_count: number;
			pick_tasks_left: number;
			shipments: components["schemas"]["WaveShipment"][];
			excluded: components["schemas"]["WaveExcluded"][];
		};
		WaveCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WaveCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WaveExcluded: {
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @enum {string} */
			reason: "already_picked" | "order_on_hold" | "location_locked" | "nothing_to_pick" | "joined_late";
		};
		WaveOpenedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.opened";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WaveOpenedEventData: {
			/** Format: uuid */
			wave_id: string;
			wave_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "open" | "released" | "picking" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "open" | "released" | "picking" | "completed" | "cancelled" | null;
			/** @description A decimal with at most 6 places. */
			pick_task_count?: number;
			/** @description A decimal with at most 6 places. */
			shipment_count?: number;
			/** @description A decimal with at most 6 places. */
			excluded_count?: number;
			/** @description A decimal with at most 6 places. */
			cancelled_pick_tasks?: number;
		};
		WaveOpenedEventSubject: {
			/** @enum {unknown} */
			type: "wave";
			/** Format: uuid */
			id: string;
		};
		WaveOpenEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.open";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WavePickingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.picking";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WaveReleasedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wave.released";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WaveOpenedEventSubject"];
			data: components["schemas"]["WaveOpenedEventData"];
		};
		WaveRow: {
			/** Format: uuid */
			id: string;
			wave_no: string;
			/** Format: uuid */
			warehouse_id: string;
			warehouse_code: string;
			/**
			 * @description How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.
			 * @enum {string}
			 */
			ship_mode: "parcel" | "ltl" | "tl" | "pickup" | "courier";
			/** Format: date-time */
			cutoff: string | null;
			is_manual: boolean;
			/** @enum {string} */
			status: "open" | "released" | "picking" | "completed" | "cancelled";
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
			/** Format: date-time */
			released_at: string | null;
			/** Format: date-time */
			picking_at: string | null;
			/** Format: date-time */
			completed_at: string | null;
			/** Format: date-time */
			cancelled_at: string | null;
			shipment_count: number;
			pick_task_count: number;
			pick_tasks_left: number;
		};
		WaveShipment: {
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
		};
		WebhookDelivery: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			endpoint_id: string;
			/** Format: uuid */
			event_id: string;
			event_type: string;
			/** @description What kind of thing it is about. */
			subject_type: string;
			/**
			 * Format: uuid
			 * @description What it is about.
			 */
			subject_id: string;
			payload: {
				[key: string]: unknown;
			};
			/** @description Whether it was sent again on request. */
			is_replay: boolean;
			/** @enum {string} */
			status: "pending" | "delivered" | "dead";
			attempts: number;
			/** Format: date-time */
			next_try_at: string;
			/**
			 * Format: date-time
			 * @description Since when it may have arrived without an answer. It is sent again under its webhook-id, until its tries are used up.
			 */
			unknown_since: string | null;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			ended_at: string | null;
			log: components["schemas"]["WebhookDeliveryLog"][];
		};
		WebhookDeliveryLog: {
			attempt_no: number;
			url: string;
			request_headers: {
				[key: string]: unknown;
			};
			status_code: number | null;
			answer: string | null;
			error: string | null;
			duration_ms: number;
			/** Format: date-time */
			attempted_at: string;
		};
		WebhookDeliveryRow: {
			/** Format: uuid */
			id: string;
			/** Format: uuid */
			endpoint_id: string;
			/** Format: uuid */
			event_id: string;
			event_type: string;
			/** @description What kind of thing it is about. */
			subject_type: string;
			/**
			 * Format: uuid
			 * @description What it is about.
			 */
			subject_id: string;
			payload: {
				[key: string]: unknown;
			};
			/** @description Whether it was sent again on request. */
			is_replay: boolean;
			/** @enum {string} */
			status: "pending" | "delivered" | "dead";
			attempts: number;
			/** Format: date-time */
			next_try_at: string;
			/**
			 * Format: date-time
			 * @description Since when it may have arrived without an answer. It is sent again under its webhook-id, until its tries are used up.
			 */
			unknown_since: string | null;
			/** @description Why the latest try failed. */
			last_error: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			ended_at: string | null;
		};
		WebhookEndpoint: {
			/** Format: uuid */
			id: string;
			url: string;
			description: string;
			event_types: string[];
			/** @enum {string} */
			status: "active" | "disabled";
			disabled_reason: string | null;
			/**
			 * Format: date-time
			 * @description Since when nothing has arrived there.
			 */
			failing_since: string | null;
			/**
			 * Format: date-time
			 * @description Since when the whole endpoint is left alone.
			 */
			paused_since: string | null;
			/**
			 * Format: date-time
			 * @description When it is tried again, with one delivery at a time.
			 */
			paused_until: string | null;
			/**
			 * @description asked_to_wait: it answered 429, or 503 with Retry-After. unreachable: nobody took the connection. failing: eight deliveries in a row failed.
			 * @enum {string|null}
			 */
			pause_reason: "asked_to_wait" | "unreachable" | "failing" | null;
			/** Format: date-time */
			previous_secret_until: string | null;
			/** Format: date-time */
			created_at: string;
			/** Format: date-time */
			updated_at: string;
		};
		WebhookEndpointDisabledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "webhook_endpoint.disabled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WebhookEndpointDisabledEventSubject"];
			data: components["schemas"]["WebhookEndpointDisabledEventData"];
		};
		WebhookEndpointDisabledEventData: {
			/** Format: uuid */
			endpoint_id: string;
			reason: string;
		};
		WebhookEndpointDisabledEventSubject: {
			/** @enum {unknown} */
			type: "webhook_endpoint";
			/** Format: uuid */
			id: string;
		};
		WebhookEndpointTestedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "webhook_endpoint.tested";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WebhookEndpointDisabledEventSubject"];
			data: components["schemas"]["WebhookEndpointTestedEventData"];
		};
		WebhookEndpointTestedEventData: {
			/** Format: uuid */
			endpoint_id: string;
		};
		WmsShipmentCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentCommitEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.commit";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentCommitEventData: {
			/** Format: uuid */
			shipment_id: string;
			shipment_no: string;
			/** Format: uuid */
			order_id?: string;
			/** Format: uuid */
			merchant_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** @enum {string} */
			status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "commit" | "picking" | "picked" | "packed" | "shipped" | "delivered" | "cancelled" | null;
			carrier_code?: string;
			/** @description The carrier's number under which the parcel is followed. */
			tracking_no?: string;
			split?: boolean;
		};
		WmsShipmentCommitEventSubject: {
			/** @enum {unknown} */
			type: "sales_order" | "wms_shipment";
			/** Format: uuid */
			id: string;
		};
		WmsShipmentDeliveredEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.delivered";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentPackedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.packed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentPickedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.picked";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentPickingEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.picking";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		WmsShipmentShippedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "wms_shipment.shipped";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["WmsShipmentCommitEventSubject"];
			data: components["schemas"]["WmsShipmentCommitEventData"];
		};
		YardArrivedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard.arrived";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardArrivedEventSubject"];
			data: components["schemas"]["YardArrivedEventData"];
		};
		YardArrivedEventData: {
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			trailer_id: string;
			/** @description The number plate of the truck. */
			plate: string;
			/** Format: uuid */
			merchant_id: string | null;
			/**
			 * Format: uuid
			 * @description The dock appointment.
			 */
			appointment_id: string | null;
			is_walk_in: boolean;
		};
		YardArrivedEventSubject: {
			/** @enum {unknown} */
			type: "yard_visit";
			/** Format: uuid */
			id: string;
		};
		YardDepartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard.departed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardArrivedEventSubject"];
			data: components["schemas"]["YardDepartedEventData"];
		};
		YardDepartedEventData: {
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/** Format: uuid */
			warehouse_id: string;
			/** Format: uuid */
			trailer_id: string;
			/** @description The number plate of the truck. */
			plate: string;
			/** Format: uuid */
			merchant_id: string | null;
			/** @description A decimal with at most 6 places. */
			dwell_minutes: number;
			/** @description A decimal with at most 6 places. */
			detention_minutes: number;
		};
		YardMoveCancelledEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard_move.cancelled";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardMoveCreatedEventSubject"];
			data: components["schemas"]["YardMoveCreatedEventData"];
		};
		YardMoveCompletedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard_move.completed";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardMoveCreatedEventSubject"];
			data: components["schemas"]["YardMoveCreatedEventData"];
		};
		YardMoveCreatedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard_move.created";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardMoveCreatedEventSubject"];
			data: components["schemas"]["YardMoveCreatedEventData"];
		};
		YardMoveCreatedEventData: {
			/** Format: uuid */
			move_id: string;
			move_no: string;
			/** Format: uuid */
			warehouse_id: string;
			/**
			 * Format: uuid
			 * @description The stay of a truck in the yard, from gate to gate.
			 */
			visit_id: string;
			/** Format: uuid */
			trailer_id: string;
			/** Format: uuid */
			from_spot_id: string | null;
			/** Format: uuid */
			to_spot_id: string;
			/** @enum {string} */
			status: "pending" | "in_progress" | "completed" | "cancelled";
			/**
			 * @description The state before.
			 * @enum {string|null}
			 */
			previous_status: "pending" | "in_progress" | "completed" | "cancelled" | null;
		};
		YardMoveCreatedEventSubject: {
			/** @enum {unknown} */
			type: "yard_move";
			/** Format: uuid */
			id: string;
		};
		YardMoveStartedEvent: {
			/** Format: uuid */
			id: string;
			/** @constant */
			type: "yard_move.started";
			/** Format: uuid */
			organization_id: string;
			/** Format: date-time */
			occurred_at: string;
			/** @description Numbers the subject's events without gaps. */
			sequence: number;
			subject: components["schemas"]["YardMoveCreatedEventSubject"];
			data: components["schemas"]["YardMoveCreatedEventData"];
		};
		/** @description Whatever an endpoint may be sent, told apart by its type. */
		PlatformEvent: components["schemas"]["TokenCreatedEvent"] | components["schemas"]["TokenRevokedEvent"] | components["schemas"]["MemberCreatedEvent"] | components["schemas"]["MemberChangedEvent"] | components["schemas"]["OrganizationPapersChangedEvent"] | components["schemas"]["OrganizationSettingsChangedEvent"] | components["schemas"]["WarehouseCreatedEvent"] | components["schemas"]["WarehouseChangedEvent"] | components["schemas"]["LocationCreatedEvent"] | components["schemas"]["LocationChangedEvent"] | components["schemas"]["ItemCreatedEvent"] | components["schemas"]["ItemChangedEvent"] | components["schemas"]["MerchantCreatedEvent"] | components["schemas"]["MerchantChangedEvent"] | components["schemas"]["CarrierCreatedEvent"] | components["schemas"]["CarrierChangedEvent"] | components["schemas"]["VendorCreatedEvent"] | components["schemas"]["VendorChangedEvent"] | components["schemas"]["InventoryChangedEvent"] | components["schemas"]["InventoryAdjustedEvent"] | components["schemas"]["InventoryMovedEvent"] | components["schemas"]["InventoryLockedEvent"] | components["schemas"]["InventoryUnlockedEvent"] | components["schemas"]["PalletCreatedEvent"] | components["schemas"]["PalletChangedEvent"] | components["schemas"]["PalletPlacedEvent"] | components["schemas"]["PalletPickedEvent"] | components["schemas"]["PalletUnpickedEvent"] | components["schemas"]["PalletLoadedEvent"] | components["schemas"]["PalletUnloadedEvent"] | components["schemas"]["PalletShippedEvent"] | components["schemas"]["PalletSentEvent"] | components["schemas"]["PalletConsumedEvent"] | components["schemas"]["LotCorrectedEvent"] | components["schemas"]["LotHeldEvent"] | components["schemas"]["LotReleasedEvent"] | components["schemas"]["CountPlanCreatedEvent"] | components["schemas"]["CountPlanChangedEvent"] | components["schemas"]["CountTaskCreatedEvent"] | components["schemas"]["CountTaskStartedEvent"] | components["schemas"]["CountTaskReviewEvent"] | components["schemas"]["CountTaskRecountEvent"] | components["schemas"]["CountTaskCompletedEvent"] | components["schemas"]["CountTaskCancelledEvent"] | components["schemas"]["ReceiptCreatedEvent"] | components["schemas"]["ReceiptLineAddedEvent"] | components["schemas"]["ReceiptReceivingEvent"] | components["schemas"]["ReceiptLineReceivedEvent"] | components["schemas"]["ReceiptLineReversedEvent"] | components["schemas"]["ReceiptCrossDockedEvent"] | components["schemas"]["ReceiptReceivedEvent"] | components["schemas"]["ReceiptPutAwayEvent"] | components["schemas"]["ReceiptClosedEvent"] | components["schemas"]["ReceivingTaskCreatedEvent"] | components["schemas"]["ReceivingTaskStartedEvent"] | components["schemas"]["ReceivingTaskCompletedEvent"] | components["schemas"]["ReceivingTaskCancelledEvent"] | components["schemas"]["WaveOpenedEvent"] | components["schemas"]["WaveOpenEvent"] | components["schemas"]["WaveReleasedEvent"] | components["schemas"]["WavePickingEvent"] | components["schemas"]["WaveCompletedEvent"] | components["schemas"]["WaveCancelledEvent"] | components["schemas"]["PickTaskOpenEvent"] | components["schemas"]["PickTaskAssignedEvent"] | components["schemas"]["PickTaskInProgressEvent"] | components["schemas"]["PickTaskDoneEvent"] | components["schemas"]["PickTaskShortEvent"] | components["schemas"]["PickTaskCancelledEvent"] | components["schemas"]["CartonPackedEvent"] | components["schemas"]["CartonUnpackedEvent"] | components["schemas"]["WmsShipmentCommitEvent"] | components["schemas"]["WmsShipmentPickingEvent"] | components["schemas"]["WmsShipmentPickedEvent"] | components["schemas"]["WmsShipmentPackedEvent"] | components["schemas"]["WmsShipmentShippedEvent"] | components["schemas"]["WmsShipmentDeliveredEvent"] | components["schemas"]["WmsShipmentCancelledEvent"] | components["schemas"]["LoadPlannedEvent"] | components["schemas"]["LoadChangedEvent"] | components["schemas"]["LoadLoadingEvent"] | components["schemas"]["LoadLoadedEvent"] | components["schemas"]["LoadShippedEvent"] | components["schemas"]["LoadCancelledEvent"] | components["schemas"]["PutBackTaskDoneEvent"] | components["schemas"]["PickFaceCreatedEvent"] | components["schemas"]["PickFaceChangedEvent"] | components["schemas"]["PutawayRuleCreatedEvent"] | components["schemas"]["PutawayRuleChangedEvent"] | components["schemas"]["PlannedMoveOpenEvent"] | components["schemas"]["PlannedMoveAssignedEvent"] | components["schemas"]["PlannedMoveInProgressEvent"] | components["schemas"]["PlannedMoveDoneEvent"] | components["schemas"]["PlannedMoveCancelledEvent"] | components["schemas"]["LabelBoughtEvent"] | components["schemas"]["LabelRefusedEvent"] | components["schemas"]["LabelUnknownEvent"] | components["schemas"]["LabelVoidedEvent"] | components["schemas"]["LabelVoidRefusedEvent"] | components["schemas"]["ImportStartedEvent"] | components["schemas"]["ImportCheckedEvent"] | components["schemas"]["ImportRejectedEvent"] | components["schemas"]["ImportCompletedEvent"] | components["schemas"]["PrintJobQueuedEvent"] | components["schemas"]["PrintJobMovedEvent"] | components["schemas"]["PrintJobDispatchedEvent"] | components["schemas"]["PrintJobPrintingEvent"] | components["schemas"]["PrintJobDoneEvent"] | components["schemas"]["PrintJobFailedEvent"] | components["schemas"]["PrintJobRetriedEvent"] | components["schemas"]["PrintJobCancelledEvent"] | components["schemas"]["PrintDeviceDefaultChangedEvent"] | components["schemas"]["HubEnrolledEvent"] | components["schemas"]["HubChangedEvent"] | components["schemas"]["HubRevokedEvent"] | components["schemas"]["HubEnrollmentKeyCreatedEvent"] | components["schemas"]["HubEnrollmentKeyRevokedEvent"] | components["schemas"]["SalesOrderCreatedEvent"] | components["schemas"]["SalesOrderChangedEvent"] | components["schemas"]["SalesOrderSubmittedEvent"] | components["schemas"]["SalesOrderConfirmedEvent"] | components["schemas"]["SalesOrderAllocatedEvent"] | components["schemas"]["SalesOrderReleasedEvent"] | components["schemas"]["SalesOrderPartiallyFulfilledEvent"] | components["schemas"]["SalesOrderFulfilledEvent"] | components["schemas"]["SalesOrderDeliveredEvent"] | components["schemas"]["SalesOrderCancelledEvent"] | components["schemas"]["SalesOrderBackorderedEvent"] | components["schemas"]["SalesOrderLinesCancelledEvent"] | components["schemas"]["SalesOrderHeldEvent"] | components["schemas"]["SalesOrderHoldReleasedEvent"] | components["schemas"]["CustomerCreatedEvent"] | components["schemas"]["CustomerChangedEvent"] | components["schemas"]["RetailerCreatedEvent"] | components["schemas"]["RetailerChangedEvent"] | components["schemas"]["ChannelCreatedEvent"] | components["schemas"]["ChannelChangedEvent"] | components["schemas"]["AccountCreatedEvent"] | components["schemas"]["AccountChangedEvent"] | components["schemas"]["AccountDeletedEvent"] | components["schemas"]["JournalEntryPostedEvent"] | components["schemas"]["JournalEntryReversedEvent"] | components["schemas"]["InvoiceCreatedEvent"] | components["schemas"]["InvoiceChangedEvent"] | components["schemas"]["InvoiceDeletedEvent"] | components["schemas"]["InvoiceIssuedEvent"] | components["schemas"]["InvoiceVoidedEvent"] | components["schemas"]["InvoiceDisputedEvent"] | components["schemas"]["InvoiceDisputeResolvedEvent"] | components["schemas"]["InvoicePaymentRecordedEvent"] | components["schemas"]["InvoicePaymentReversedEvent"] | components["schemas"]["BillCreatedEvent"] | components["schemas"]["BillChangedEvent"] | components["schemas"]["BillDeletedEvent"] | components["schemas"]["BillApprovedEvent"] | components["schemas"]["BillVoidedEvent"] | components["schemas"]["BillPaymentRecordedEvent"] | components["schemas"]["BillPaymentReversedEvent"] | components["schemas"]["RateSheetCreatedEvent"] | components["schemas"]["RateSheetChangedEvent"] | components["schemas"]["RateSheetDeletedEvent"] | components["schemas"]["RateSheetActivatedEvent"] | components["schemas"]["RateSheetArchivedEvent"] | components["schemas"]["RateSheetRevisedEvent"] | components["schemas"]["BillingItemCreatedEvent"] | components["schemas"]["BillingItemChangedEvent"] | components["schemas"]["BillingItemDeletedEvent"] | components["schemas"]["BillingRuleCreatedEvent"] | components["schemas"]["BillingRuleChangedEvent"] | components["schemas"]["BillingRuleDeletedEvent"] | components["schemas"]["BillingRunQueuedEvent"] | components["schemas"]["BillingRunResumedEvent"] | components["schemas"]["BillingRunCompletedEvent"] | components["schemas"]["BillingRunFailedEvent"] | components["schemas"]["BillingRunCancelledEvent"] | components["schemas"]["ChargeRecordedEvent"] | components["schemas"]["ChargeWaivedEvent"] | components["schemas"]["AppointmentRequestedEvent"] | components["schemas"]["AppointmentScheduledEvent"] | components["schemas"]["AppointmentRescheduledEvent"] | components["schemas"]["AppointmentCheckedInEvent"] | components["schemas"]["AppointmentAtDoorEvent"] | components["schemas"]["AppointmentCompletedEvent"] | components["schemas"]["AppointmentNoShowEvent"] | components["schemas"]["AppointmentCancelledEvent"] | components["schemas"]["YardArrivedEvent"] | components["schemas"]["YardDepartedEvent"] | components["schemas"]["YardMoveCreatedEvent"] | components["schemas"]["YardMoveStartedEvent"] | components["schemas"]["YardMoveCompletedEvent"] | components["schemas"]["YardMoveCancelledEvent"] | components["schemas"]["SpotCreatedEvent"] | components["schemas"]["SpotChangedEvent"] | components["schemas"]["SpotClosedEvent"] | components["schemas"]["SpotOpenedEvent"] | components["schemas"]["DockRulesChangedEvent"] | components["schemas"]["RecurringSlotCreatedEvent"] | components["schemas"]["RecurringSlotEndedEvent"] | components["schemas"]["TransportOrderPlannedEvent"] | components["schemas"]["TransportOrderAssignedEvent"] | components["schemas"]["TransportOrderDispatchedEvent"] | components["schemas"]["TransportOrderInTransitEvent"] | components["schemas"]["TransportOrderDeliveredEvent"] | components["schemas"]["TransportOrderCompletedEvent"] | components["schemas"]["TransportOrderCancelledEvent"] | components["schemas"]["TransportOrderTenderAcceptedEvent"] | components["schemas"]["TransportOrderTenderDeclinedEvent"] | components["schemas"]["TransportOrderTenderExpiredEvent"] | components["schemas"]["TransportOrderTrackedEvent"] | components["schemas"]["TransportOrderPodAddedEvent"] | components["schemas"]["TransportOrderFreightBilledEvent"] | components["schemas"]["PurchaseOrderCreatedEvent"] | components["schemas"]["PurchaseOrderEditedEvent"] | components["schemas"]["PurchaseOrderApprovedEvent"] | components["schemas"]["PurchaseOrderReleasedEvent"] | components["schemas"]["PurchaseOrderChangedEvent"] | components["schemas"]["PurchaseOrderPartiallyReceivedEvent"] | components["schemas"]["PurchaseOrderReceivedEvent"] | components["schemas"]["PurchaseOrderClosedEvent"] | components["schemas"]["PurchaseOrderCancelledEvent"] | components["schemas"]["AsnAnnouncedEvent"] | components["schemas"]["AsnEtaChangedEvent"] | components["schemas"]["AsnDepartedEvent"] | components["schemas"]["AsnArrivedEvent"] | components["schemas"]["AsnReceivedEvent"] | components["schemas"]["AsnCancelledEvent"] | components["schemas"]["BillMatchAcceptedEvent"] | components["schemas"]["ReturnRuleCreatedEvent"] | components["schemas"]["ReturnRuleChangedEvent"] | components["schemas"]["ReturnRequestedEvent"] | components["schemas"]["ReturnLinesAddedEvent"] | components["schemas"]["ReturnAuthorizedEvent"] | components["schemas"]["ReturnRejectedEvent"] | components["schemas"]["ReturnCancelledEvent"] | components["schemas"]["ReturnExpiredEvent"] | components["schemas"]["ReturnReceivingEvent"] | components["schemas"]["ReturnReceivedEvent"] | components["schemas"]["ReturnInspectedEvent"] | components["schemas"]["ReturnDisposedEvent"] | components["schemas"]["ReturnCreditedEvent"] | components["schemas"]["ReturnClosedEvent"] | components["schemas"]["TransferCreatedEvent"] | components["schemas"]["TransferReleasedEvent"] | components["schemas"]["TransferShippedEvent"] | components["schemas"]["TransferPartiallyReceivedEvent"] | components["schemas"]["TransferReceivedEvent"] | components["schemas"]["TransferClosedEvent"] | components["schemas"]["TransferCancelledEvent"] | components["schemas"]["DrayageOrderCreatedEvent"] | components["schemas"]["DrayageOrderDispatchedEvent"] | components["schemas"]["DrayageOrderPickedUpEvent"] | components["schemas"]["DrayageOrderDeliveredEvent"] | components["schemas"]["DrayageOrderCompletedEvent"] | components["schemas"]["DrayageOrderCancelledEvent"] | components["schemas"]["DrayageOrderTermsChangedEvent"] | components["schemas"]["ContainerVesselLoadedEvent"] | components["schemas"]["ContainerVesselDepartedEvent"] | components["schemas"]["ContainerVesselArrivedEvent"] | components["schemas"]["ContainerVesselDischargedEvent"] | components["schemas"]["ContainerCustomsHoldEvent"] | components["schemas"]["ContainerCustomsReleasedEvent"] | components["schemas"]["ContainerAvailableEvent"] | components["schemas"]["ContainerLastFreeDaySetEvent"] | components["schemas"]["ContainerFullOutEvent"] | components["schemas"]["ContainerDeliveredEvent"] | components["schemas"]["ContainerUnloadedEvent"] | components["schemas"]["ContainerEmptyOutEvent"] | components["schemas"]["ContainerEmptyInEvent"] | components["schemas"]["ChannelConnectedEvent"] | components["schemas"]["ChannelProductMappedEvent"] | components["schemas"]["ChannelTestedEvent"] | components["schemas"]["FlowNotifiedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["WebhookEndpointTestedEvent"];
	};
	responses: never;
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
