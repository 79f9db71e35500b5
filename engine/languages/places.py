"""Places whose names differ between English and German: a translation is expected of them."""

from engine.languages.base import words

TRANSLATED_PLACES = words("""
Aachen Africa Afrika Albania Albanien Algeria Algerien Algier Algiers Alpen Alps Antwerp Antwerpen
Arabia Arabien Argentina Argentinien Armenia Armenien Asia Asien Athen Athens Atlantic Atlantik
Australia Australien Austria Azoren Azores Balkan Balkans Baltic Basel Basle Bavaria Bayern
Beijing Belarus Belgien Belgium Belgrad Belgrade Bern Berne Bohemia Bolivia Bolivien Bosnia
Bosnien Brasilien Braunschweig Brazil Breslau Bretagne Britain Brittany Brunswick Brussels Brüssel
Bucharest Bukarest Bulgaria Bulgarien Burgund Burgundy Böhmen Cairo California Cambodia Cameroon
Canada Carinthia Carpathians Catalonia Caucasus China Chinas Coburg Cologne Colombia Constance
Copenhagen Corsica Cracow Crete Crimea Croatia Cuba Cyprus Czechia Damascus Damaskus Danube
Denmark Deutschland Donau Dunkirk Dänemark Dünkirchen Egypt England Estland Estonia Ethiopia
Europa Europe Fiji Finland Finnland Flandern Flanders Florence Florenz France Franconia Franken
Frankreich Galicia Galizien Geneva Genf Genoa Gent Genua Georgia Georgien Germany Ghent Greece
Greenland Griechenland Großbritannien Grönland Hague Hannover Hanoi Hanover Havana Havanna Hawaii
Hesse Hessen Holland Hungary Iceland India Indien Indonesia Indonesien Irak Iraq Ireland Irland
Island Italien Italy Jamaica Jamaika Jordan Jordanien Jugoslawien Kairo Kalifornien Kambodscha
Kamerun Kanada Karpaten Kasachstan Katalonien Kaukasus Kazakhstan Kenia Kenya Kiev Kiew
Kirgisistan Kolumbien Konstanz Kopenhagen Korea Korsika Kosovo Krakau Kreta Krim Kroatien Kuba
Kyiv Kyrgyzstan Kärnten Köln Latvia Lebanon Lettland Libanon Libya Libyen Lisbon Lissabon Litauen
Lithuania Lombardei Lombardy London Lorraine Lothringen Lucerne Luxembourg Luxemburg Luzern
Macedonia Madagascar Madagaskar Mailand Majorca Mallorca Manchuria Mandschurei Marokko Mazedonien
Mediterranean Mexico Mexiko Milan Mittelmeer Moldau Moldova Mongolei Mongolia Moravia Morocco
Mosambik Moscow Mosel Moselle Moskau Mozambique Munich Mähren München Naples Neapel Nepal
Netherlands Nice Niederlande Nil Nile Nizza Normandie Normandy Norway Norwegen Nuremberg Nürnberg
Ostsee Pacific Padua Palatinate Palestine Palästina Paraguay Pazifik Peking Peru Pfalz Philippinen
Philippines Piedmont Piemont Poland Polen Pomerania Pommern Portugal Prag Prague Preußen Prussia
Pyrenees Pyrenäen Ratisbon Regensburg Rhein Rhine Rhodes Rhodos Rom Romania Rome Rumänien Russia
Russland Rußland Saarland Sachsen Sardinia Sardinien Saxony Scandinavia Schlesien Schottland
Schwaben Schweden Schweiz Scotland Seine Serbia Serbien Siberia Sibirien Sicily Siebenbürgen
Silesia Singapore Singapur Sizilien Skandinavien Slovakia Slovenia Slowakei Slowenien Spain
Spanien Steiermark Styria Sudan Swabia Sweden Switzerland Syracuse Syrakus Syria Syrien
Tadschikistan Tajikistan Tansania Tanzania Teheran Tehran Thailand Thames Themse Thessaloniki
Thuringia Thüringen Tibet Tirol Tokio Tokyo Toskana Transylvania Trent Treves Trient Trier
Tschechien Tunesien Tunisia Turin Turkey Tuscany Tyrol Türkei Ukraine Ungarn Usbekistan Uzbekistan
Valais Vatican Vatikan Venedig Venice Vienna Vietnam Vistula Wales Wallis Warsaw Warschau Weichsel
Westfalen Westphalia Wien Wrocław Yugoslavia Zurich Zypern Zürich Ägypten Äthiopien Österreich
""")
